import type pg from 'pg';
import { ApiError } from '../../../proto/errors.ts';
import type { Company__Output } from '../../../proto/generated/clientreporting/reporting/Company.ts';
import type { NamesList__Output } from '../../../proto/generated/clientreporting/reporting/NamesList.ts';
import type { NamesRequest__Output } from '../../../proto/generated/clientreporting/reporting/NamesRequest.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import type { Paged } from '../answers/pages.ts';
import { jsonArray } from '../sql/json.ts';
import { batchOffset, batchSize, cachedPageStatement, pageStatement } from '../sql/page.ts';
import { joined, sql, statement } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';

const isFound = (name: Sql) => sql`strpos(${name}, (select text from wanted)) > 0`;

const byName = (...columns: Sql[]) => joined(columns.map((column) => sql`${column} collate reporting.text_order`));

/** Names of the company's contracts that contain `:search`. */
export const namesStatements: Record<NamesList__Output, Pick<Paged, 'page' | 'cachedPage'>> = {
  teams: statementsOf('teams', {
    order: byName(sql`name`),
    found: sql`
      select team.id, team.name
      from (select team_id from reporting.contracts where company_id = :companyId group by team_id) of_contracts
      join reporting.teams team on team.company_id = :companyId and team.id = of_contracts.team_id
      where (:ids::text[] is null or team.id = any (:ids)) and (:search = '' or ${isFound(sql`reporting.plain_name(team.name)`)})`,
    shown: sql`select id as "_id", name from reporting.teams where company_id = :companyId and id = page.id`,
  }),
  contractors: statementsOf('contractors', {
    order: byName(sql`last_name`, sql`first_name`),
    found: sql`
      select person.id, person.last_name, person.first_name
      from (
        select contractor_id from reporting.contracts
        where company_id = :companyId and (:ids::text[] is null or contractor_id = any (:ids))
        group by contractor_id
      ) of_contracts
      join reporting.people person on person.id = of_contracts.contractor_id
      where :search = '' or ${isFound(
        // Twice: the last name can stand before the first.
        sql`repeat(reporting.plain_name(person.first_name || ' ' || person.last_name) || ' ', 2)`,
      )}`,
    shown: sql`
      select id as "_id", first_name as "firstName", last_name as "lastName", (
        select row_to_json(contracts)
        from (
          select count(*) as count, (array_agg(title order by ${byName(sql`title`)}, id))[1:3] as titles
          from (
            -- A fence: by an index of titles, all of the company's would be read.
            select contract.id, contract.title
            from reporting.contracts contract
            where contract.company_id = :companyId and contract.contractor_id = page.id
            offset 0
          ) contract
        ) contracts
      ) as contracts
      from reporting.people
      where id = page.id`,
  }),
};

/** A list of names, under the conditions of a page of a report. */
export function pagedNames({ list, companyId, search, ids }: NamesRequest__Output & { companyId: string }): Paged {
  const values = { companyId, search, ids: ids.length > 0 ? ids : null };
  return { name: list, key: values, ...namesStatements[list], values };
}

function statementsOf(name: string, parts: { order: Sql; found: Sql; shown: Sql }) {
  const ctes = [
    sql`
      wanted as materialized (
        select btrim(reporting.plain_name(:search::text)) as text
      )`,
    sql`
      found as materialized (
        ${parts.found}
      )`,
    sql`totals as materialized (select count(*) as names_count from found)`,
  ];
  const page = {
    ctes,
    totalCount: sql`names_count`,
    statistics: sql`null`,
    ids: sql`select id from found order by ${parts.order}, id limit ${batchSize} offset ${batchOffset}`,
  };
  const results = sql`
    select ${jsonArray(sql`row_to_json((select json from (${parts.shown}) json))::text`, sql`position`)}
    from page`;
  return {
    page: statement(name, pageStatement(page, results)),
    cachedPage: statement(`${name} cached-page`, cachedPageStatement(results)),
  };
}

const companyStatement = statement('company', sql`select id, name from reporting.companies where id = :companyId`);

/** @throws ApiError `forbidden` for a company that is not in this database */
export async function getCompany(pool: pg.Pool, companyId: string, signal: AbortSignal): Promise<Company__Output> {
  const [company] = await runStatement<Company__Output>(pool, companyStatement, [companyId], signal);
  if (!company) throw new ApiError('forbidden');
  return company;
}

import type { NamesList__Output } from '../../../proto/generated/clientreporting/reporting/NamesList.ts';
import { jsonArray } from '../sql/json.ts';
import { joined, sql, statement, withAll } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { currentVersion } from '../sql/version.ts';
import { plainText } from './plain-text.ts';
import type { Sql } from '../sql/statement.ts';

const isFound = (plainName: Sql) => sql`strpos(${plainName}, (select text from wanted)) > 0`;

const byName = (...columns: Sql[]) => joined(columns.map((column) => sql`${column} collate reporting.text_order`));

/** A page of those of the company's contracts whose name holds `:search`, with how many there are, and the version that they are of. */
export const namesStatements: Record<NamesList__Output, Statement> = {
  teams: namesStatement('teams', {
    order: byName(sql`name`),
    found: sql`
      select team.id, team.name
      from (select team_id from reporting.contracts where company_id = :companyId group by team_id) of_contracts
      join reporting.teams team on team.company_id = :companyId and team.id = of_contracts.team_id
      where (:ids::text[] is null or team.id = any (:ids)) and (:search = '' or ${isFound(plainText(sql`team.name`))})`,
    shown: sql`select id as "_id", name from reporting.teams where company_id = :companyId and id = page.id`,
  }),
  contractors: namesStatement('contractors', {
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
        sql`repeat(${plainText(sql`(person.first_name || ' ' || person.last_name)`)} || ' ', 2)`,
      )}`,
    shown: sql`
      select id as "_id", first_name as "firstName", last_name as "lastName", (
        select row_to_json(contracts)
        from (
          select count(*) as count, (array_agg(title order by ${byName(sql`title`)}, id))[1:3] as titles
          from (
            -- A fence: by an index of titles, all of the company's would be read.
            select c.id, c.title
            from reporting.contracts c
            where c.company_id = :companyId and c.contractor_id = page.id
            offset 0
          ) c
        ) contracts
      ) as contracts
      from reporting.people
      where id = page.id`,
  }),
};

function namesStatement(name: string, parts: { order: Sql; found: Sql; shown: Sql }): Statement {
  const ctes = [
    sql`
      current as materialized (
        ${currentVersion}
      )`,
    sql`
      wanted as materialized (
        select btrim(plain) as text from (select ${plainText(sql`:search::text`)} as plain) wanted
      )`,
    sql`
      found as materialized (
        ${parts.found}
      )`,
    sql`
      page as materialized (
        select id, row_number() over () as position
        from (select id from found order by ${parts.order}, id limit :itemsPerPage::bigint offset :offset::bigint) found
      )`,
  ];
  return statement(
    name,
    sql`
      ${withAll(...ctes)}
      select
        (select version from current) as version,
        (select count(*) from found)::float8 as "totalCount",
        (
          select ${jsonArray(sql`row_to_json((select json from (${parts.shown}) json))::text`, sql`position`)}
          from page
        ) as results`,
  );
}

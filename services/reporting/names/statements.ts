import type { NamesList__Output } from '../../../proto/generated/clientreporting/reporting/NamesList.ts';
import { jsonArray } from '../sql/fields.ts';
import { sql, statement, withAll } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { currentVersion } from '../sql/version.ts';

/** In lower case and without accents: Łukasz as lukasz. */
const plain = (text: string) => sql`
  replace(replace(translate(
    lower(regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu"), 'łøđħı', 'lodhi'
  ), 'ß', 'ss'), 'æ', 'ae')`;

const isFound = (id: string, names: string) => sql`
  (:ids::text[] is null or ${id} = any (:ids))
    and (:search = '' or strpos(
      ${plain(names)},
      ${plain(':search::text')}
    ) > 0)`;

const byName = (...columns: string[]) => columns.map((column) => `${column} collate reporting.text_order`).join(', ');

/** A page of those of the company's contracts whose name holds `:search`, with how many there are, and the version that they are of. */
export const namesStatements: Record<NamesList__Output, Statement> = {
  teams: namesStatement('teams', {
    found: sql`
      select team.id, team.name
      from (select team_id from reporting.contracts where company_id = :companyId group by team_id) of_contracts
      join reporting.teams team on team.company_id = :companyId and team.id = of_contracts.team_id
      where ${isFound('team.id', 'team.name')}`,
    order: `${byName('name')}, id`,
    shown: `select page.id as "_id", page.name`,
  }),
  contractors: namesStatement('contractors', {
    found: sql`
      select person.id, person.first_name, person.last_name
      from (select contractor_id from reporting.contracts where company_id = :companyId group by contractor_id) of_contracts
      join reporting.people person on person.id = of_contracts.contractor_id
      where ${isFound('person.id', `person.first_name || ' ' || person.last_name || ' ' || person.first_name`)}`,
    order: `${byName('last_name', 'first_name')}, id`,
    shown: sql`
      select page.id as "_id", page.first_name as "firstName", page.last_name as "lastName", (
        select row_to_json(contracts)
        from (
          select count(*) as count, (array_agg(title order by ${byName('title')}, id))[1:3] as titles
          from (
            -- A fence: by an index of titles, all of the company's would be read.
            select c.id, c.title
            from reporting.contracts c
            where c.company_id = :companyId and c.contractor_id = page.id
            offset 0
          ) c
        ) contracts
      ) as contracts`,
  }),
};

function namesStatement(name: string, parts: { found: string; order: string; shown: string }): Statement {
  const ctes = [
    sql`
      current as materialized (
        ${currentVersion}
      )`,
    sql`
      found as materialized (
        ${parts.found}
      )`,
    sql`
      page as materialized (
        select found.*, row_number() over (order by ${parts.order}) as position
        from found
        order by position
        limit :itemsPerPage::bigint offset :offset::bigint
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
          select ${jsonArray(`row_to_json((select json from (${parts.shown}) json))`, 'position')}
          from page
        ) as results`,
  );
}

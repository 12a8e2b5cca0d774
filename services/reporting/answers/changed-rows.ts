import { hash } from 'node:crypto';
import type { ReportDefinition } from '../../../proto/report.ts';
import type { ChangedRows, Report } from './report.ts';
import { jsonOf } from '../sql/json.ts';
import type { Expressions } from '../sql/fields.ts';
import { identifier, sql, statement, withAll } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';

/** A report, and how its rows that changed are found. */
export type CopiedReport = { rows: Report; changes: ChangedRows };

/** How many rows an answer has at most. */
const rowsAtMost = 1_000;

/**
 * The rows of an answer: of all keys after `:afterKey`, or of those that changes touched. `results` are those that match now, `count` how
 * many these are, `removed` the keys of the others, and `lastKey` the last of both where there are more.
 */
export function changedRows({ changes }: CopiedReport, filters: string[], of: 'all' | 'touched'): Sql {
  const { ctes, all, touched, matching, rows } = changes;
  return sql`
    ${withAll(
      ...ctes(filters),
      sql`
        found as materialized (
          select id from (
            ${of === 'all' ? all(filters) : touched}
          ) found (id)
          where id > :afterKey order by id limit ${identifier(rowsAtMost + 1)}
        )`,
      sql`touched as materialized (select id from found order by id limit ${identifier(rowsAtMost)})`,
      sql`
        page as materialized (
          select id, row_number() over (order by id) as position from (
            ${of === 'all' ? sql`select id from touched` : matching(filters)}
          ) matching (id)
        )`,
    )}
    select
      (
        ${rows}
      ) as results,
      (select count(*)::integer from page) as count,
      (select array_agg(id) from touched where (id in (select id from page)) is not true) as removed,
      case when (select count(*) from found) > ${identifier(rowsAtMost)} then (select max(id) from touched) end as "lastKey"`;
}

export function changedRowsStatement(report: CopiedReport, filters: string[], of: 'all' | 'touched'): Statement {
  const text = changedRows(report, filters, of);
  return statement([report.rows.name, 'changes', of, hash('md5', text).slice(0, 6)].join(' '), text);
}

/** The JSON of a row that matches, with the key of its row in a copy. */
export function changedRow<Definition extends ReportDefinition>(
  { fields, withoutTeam }: Definition,
  expressions: Expressions<Definition['fields']>,
  key: Sql,
): Sql {
  const others = Object.entries(fields).filter(([, { path }]) => path !== '_id');
  const members = { key: { path: '_id', kind: 'id', example: '' }, removed: { kind: 'id', example: '' } } as const;
  return jsonOf(
    { fields: { ...members, ...Object.fromEntries(others) }, withoutTeam },
    { ...expressions, key, removed: sql`false` },
  );
}

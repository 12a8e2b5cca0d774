import type { Fields, ReportDefinition } from '../../../proto/report.ts';
import type { Expressions } from '../sql/fields.ts';
import { jsonOf } from '../sql/json.ts';
import { identifier, madeOnce, sql, statement, withAll } from '../sql/statement.ts';
import type { Sql, Statement } from '../sql/statement.ts';

/** How the rows that changed are found. Each is of the report's keys, as `id`. */
export type ChangedRowsSql = {
  /** That the others read. */
  ctes: (filters: string[]) => Sql[];
  /** Selects those that match, after `:afterKey`. */
  all: (filters: string[]) => Sql;
  /** Selects those that the keys of the log, `:payment`, `:contract`, `:person`, `:team` and `:day`, concern, after `:afterKey`. */
  touched: Sql;
  /** Selects the rows of `touched` that match. */
  matching: (filters: string[]) => Sql;
  /** The rows of `page`, as a JSON array in its order. */
  rows: Sql;
};

/** What is read: all rows, or those that changes touched. */
type Choice = { rows: 'all' | 'touched'; filters: string[] };

/** With its statements, each made once. */
export type ChangedRows = ChangedRowsSql & { statement: (choice: Choice) => Statement };

export function createChangedRows(report: string, changes: ChangedRowsSql): ChangedRows {
  return {
    ...changes,
    statement: madeOnce((choice) => statement(`${report} changes ${choice.rows}`, changedRows(changes, choice))),
  };
}

/** How many rows an answer has at most. */
const rowsAtMost = 1_000;

/**
 * The rows of an answer: of all keys after `:afterKey`, or of those that changes touched. `results` are those that match now, `count` how
 * many these are, `removed` the keys of the others, and `lastKey` the last of both where there are more.
 */
export function changedRows(
  { ctes, all, touched, matching, rows }: ChangedRowsSql,
  { rows: chosen, filters }: Choice,
): Sql {
  return sql`
    ${withAll(
      ...ctes(filters),
      sql`
        found as materialized (
          -- The keys of this answer, and one more where another answer follows.
          select id from (
            ${chosen === 'all' ? all(filters) : touched}
          ) found (id)
          where id > :afterKey order by id limit ${identifier(rowsAtMost + 1)}
        )`,
      sql`touched as materialized (select id from found order by id limit ${identifier(rowsAtMost)})`,
      sql`
        page as materialized (
          -- The rows that match now. Others were removed, for the caller.
          select id, row_number() over (order by id) as position from (
            ${chosen === 'all' ? sql`select id from touched` : matching(filters)}
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

/** The JSON of a row that matches, with the key of its row in a copy. */
export function changedRow<Definition extends ReportDefinition>(
  { fields }: Definition,
  expressions: Expressions<Definition['fields']>,
  key: Sql,
): Sql {
  const others = Object.entries(fields).filter(([, { path }]) => path !== '_id');
  const members = { key: { path: '_id', kind: 'id', example: '' }, removed: { kind: 'id', example: '' } } as const;
  const fieldsOfCopy: Fields = { ...members, ...Object.fromEntries(others) };
  return jsonOf({ fields: fieldsOfCopy }, { ...expressions, key, removed: sql`false` });
}

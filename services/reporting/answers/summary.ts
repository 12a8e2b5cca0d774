import type { Group } from '../../../proto/report.ts';
import { ofContract, summaryDefinition } from '../../../proto/summary.ts';
import { fileColumns } from '../sql/fields.ts';
import { jsonArray, jsonOf } from '../sql/json.ts';
import { groupExpressions, groupOrder, orderJoins, rowJoins } from '../sql/groups.ts';
import { batchOffset, batchSize } from '../sql/page.ts';
import { madeOnce, nothing, sql, withAll } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';
import { createReport } from './report.ts';
import type { Order, Report } from './report.ts';

/** How the sums of a report are found. */
export type Summary = {
  /** CTEs, at their end `groups`, with a row for each, and `totals`, with one row. */
  ctes: (filters: string[]) => Sql[];
  /** Of a row of `groups` or `totals`. */
  statistics: (row: 'groups' | 'totals') => Record<string, Sql>;
  /** Of the report's rows, those of the `contract` among them. */
  expressions: Record<string, Sql>;
};

/**
 * The sums of a report by groups, as reports. What a page has instead of the id of a row is its JSON: the row isn't stored anywhere.
 */
export function summariesOf(report: Report, summaryOf: (groups: Group[]) => Summary): (groups: Group[]) => Report {
  return madeOnce((groups) => {
    const { sums } = report.definition;
    const { ctes, statistics, expressions: ofRow } = summaryOf(groups);
    if (!sums) throw new Error(`${report.name} has no sums`);
    const definition = summaryDefinition(report.definition, sums, groups);
    const expressions = { ...groupExpressions(groups, ofContract(report.definition, ofRow)), ...statistics('groups') };
    const orderOf = ({ sortField, direction }: Order) => {
      const byGroups = groupOrder(groups, direction);
      return sortField === 'groupBy' ? byGroups : sql`${expressions[sortField] ?? nothing} ${direction}, ${byGroups}`;
    };
    return createReport({
      ...report,
      name: `${report.name} by ${groups.join(',')}`,
      definition,
      page: (order) => ({
        ctes: ctes(order.filters),
        totalCount: sql`(select count(*) from groups)`,
        statistics: jsonOf({ fields: definition.statistics }, statistics('totals')),
        ids: sql`
          select ${jsonOf(definition, expressions)} as id
          from (
            select groups.*, row_number() over (order by ${orderOf(order)}) as position from groups
            ${orderJoins(groups)}
            order by position limit ${batchSize} offset ${batchOffset}
          ) groups
          ${rowJoins(groups)}
          order by position`,
      }),
      results: sql`
        -- Instead of an id, a group has its JSON.
        select ${jsonArray(sql`page.id`, sql`page.position`)} from page`,
      rowsStatement: (order, format) => sql`
        ${withAll(...ctes(order.filters))}
        select
          ${fileColumns(format, definition, expressions)}
        from groups
        ${rowJoins(groups)}
        order by ${orderOf(order)}`,
    });
  });
}

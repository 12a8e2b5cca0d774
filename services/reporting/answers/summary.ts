import type { Filters, Group } from '../../../proto/report.ts';
import { summaryDefinition } from '../../../proto/summary.ts';
import { fileColumns, jsonArray, jsonOf } from '../sql/fields.ts';
import { groupExpressions, groupOrder, orderJoins, rowJoins } from '../sql/groups.ts';
import { batchOffset, batchSize } from '../sql/page.ts';
import { sql, withAll } from '../sql/statement.ts';
import type { ContractFilters, Order, Report, Way } from './report.ts';

/** How the sums of a report are found. */
export type Summary<OwnWay extends Way, Of extends Filters> = Pick<
  Report<string, Of, OwnWay>,
  'hints' | 'waysOf' | 'choose'
> & {
  /** CTEs, at their end `groups`, with a row for each, and `totals`, with one row. */
  ctes: (way: OwnWay, filters: string[]) => string[];
  /** Of a row of `groups` or `totals`. */
  statistics: (row: 'g' | 'totals') => Record<string, string>;
};

/**
 * The sums of a report by groups, as a report. What a page has instead of the id of a row is its JSON: the row isn't stored anywhere.
 */
export function summaryOf<OwnWay extends Way, Of extends Filters = ContractFilters>(
  report: Report<string, Of>,
  groups: Group[],
  { ctes, statistics, ...ways }: Summary<OwnWay, Of>,
): Report<string, Of, OwnWay> {
  const { sums } = report.definition;
  if (!sums) throw new Error(`${report.name} has no sums`);
  const definition = summaryDefinition(report.definition, sums, groups);
  const expressions = { ...groupExpressions(groups), ...statistics('g') };
  const orderOf = ({ sortField, direction }: Order) => {
    const byGroups = groupOrder(groups, direction);
    return sortField === 'groupBy' ? byGroups : `${expressions[sortField]} ${direction}, ${byGroups}`;
  };
  return {
    ...report,
    ...ways,
    name: `${report.name} by ${groups.join(',')}`,
    definition,
    page: (order, way) => ({
      ctes: ctes(way, order.filters),
      totalCount: '(select count(*) from groups)',
      statistics: jsonOf(definition.statistics, statistics('totals')),
      ids: sql`
        select ${jsonOf(definition.fields, expressions, definition.withoutTeam)}::text as id
        from (
          select g.*, row_number() over (order by ${orderOf(order)}) as position from groups g
          ${orderJoins(groups)}
          order by position limit ${batchSize} offset ${batchOffset}
        ) g
        ${rowJoins(groups)}
        order by position`,
    }),
    results: `select ${jsonArray('page.id', 'page.position')} from page`,
    rowsStatement: (order, format, way = ways.waysOf(order)[0]) => sql`
      ${withAll(...ctes(way, order.filters))}
      select
        ${fileColumns(format, definition, expressions)}
      from groups g
      ${rowJoins(groups)}
      order by ${orderOf(order)}`,
  };
}

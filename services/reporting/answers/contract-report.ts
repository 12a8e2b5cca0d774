import type { Fields, Group, ReportDefinition } from '../../../proto/report.ts';
import { changedRow, createChangedRows } from './changed-rows.ts';
import type { ChangedRows } from './changed-rows.ts';
import {
  contractJoins,
  contractOrder,
  isOfContract,
  selectedOrder,
  sortedContracts,
  touchedContracts,
} from '../sql/contracts.ts';
import type { ContractOrder } from '../sql/contracts.ts';
import { dateSegments } from '../sql/date-segments.ts';
import { fileColumns } from '../sql/fields.ts';
import { jsonArray, jsonOf } from '../sql/json.ts';
import type { Expressions } from '../sql/fields.ts';
import { appliedFilters, isOneOfFew } from '../sql/filters.ts';
import type { ContractFiltersSql } from '../sql/filters.ts';
import { batchOffset, batchSize } from '../sql/page.ts';
import { identifier, list, neverNull, sql, withAll } from '../sql/statement.ts';
import { added, groupedSums, segmentsOfRange, sumsBy, totalsOf } from '../sql/sums.ts';
import type { Read, Sums } from '../sql/sums.ts';
import { createReport } from './report.ts';
import type { Report } from './report.ts';
import { summariesOf } from './summary.ts';
import type { Direction, Sql, Value } from '../sql/statement.ts';

/** A report whose rows are contracts with their sums over the range. */
export type ContractReport<Definition extends ReportDefinition, SortField extends string, Sum extends string> = {
  name: string;
  definition: Definition & ReportDefinition<SortField | 'contract' | 'contractor'>;
  filters: ContractFiltersSql<Definition['filters']>;
  type: 'fixed' | 'hourly';
  sums: Sums<Sum>;
  /** Conditions on the roll-up and on rows, for all contracts. */
  read: Omit<Read, 'segments'>;
  /** The sums that statistics are made of. */
  summed: readonly Sum[];
  statisticsOf: StatisticsOf<Definition['statistics'], Sum>;
  /** Of the `contract` with its joins and of its `sums`, as `sumOf` has them. */
  expressions: Expressions<Definition['fields']>;
  /** Out of sums. */
  sortKeys: Record<SortField, (sum: (name: Sum) => Sql) => Sql>;
  /** The keys of contracts whose rows changed; see `ChangedRows`. */
  touched: Sql;
};

/** Out of sums, of which each is of at least one row, or 0. */
export type StatisticsOf<Statistics extends Fields, Sum extends string> = (
  sum: (name: Sum) => Value<'never null'>,
) => Expressions<Statistics>;

/** The `sums` of a contract. */
export const sumOf = (name: string) => neverNull(sql`sums.${identifier(name)}`);

export function contractReport<Definition extends ReportDefinition, SortField extends string, Sum extends string>({
  name,
  definition,
  filters,
  type,
  sums,
  read,
  summed,
  statisticsOf,
  expressions,
  sortKeys,
  ...others
}: ContractReport<Definition, SortField, Sum>): {
  rows: Report;
  sums: (groups: Group[]) => Report;
  changes: ChangedRows;
} {
  const applied = (given: string[]) => appliedFilters(type, filters, given);
  const filtered = (given: string[]): Read => {
    const { ofContract } = applied(given);
    return { segments: segmentsOfRange, rollUp: [...read.rollUp, ...ofContract], rows: [...read.rows, ...ofContract] };
  };
  const among = (cte: 'page' | 'touched', given: string[] = []): Read => {
    const { segments, rollUp, rows } = filtered(given);
    return { segments, rollUp: [...rollUp, isOneOfFew(cte)], rows: [...rows, isOneOfFew(cte)] };
  };
  const sumsOf = (columns: readonly Sum[], of: Read) => sql`
    sums as materialized (
      -- The contracts that match, with the sums that this statement needs.
      ${sumsBy(sums, ['contract_id'], columns, of)}
    )`;
  /** The order of the `sums`, or of the `contract` with its joins. */
  const rowOrder = (sortField: SortField | 'contract' | 'contractor', direction: Direction) =>
    isOfContract(sortField)
      ? contractOrder(sortField, direction)
      : sql`${sortKeys[sortField](sumOf)} ${direction}, sums.contract_id ${direction}`;
  /** The sums that it is made of. */
  const sumsOfOrder = (sortField: SortField | 'contract' | 'contractor') => {
    const used: Sum[] = [];
    if (!isOfContract(sortField)) sortKeys[sortField]((sum) => (used.push(sum), sumOf(sum)));
    return summed.filter((sum) => used.includes(sum));
  };
  const resultsOf = (row: Sql) => sql`
    select ${jsonArray(row, sql`page.position`)}
    from page join (
      ${sumsBy(sums, ['contract_id'], summed, among('page'))}
    ) sums on sums.contract_id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = page.id
    ${contractJoins}`;
  const idsByContract = (sortField: ContractOrder, direction: Direction, given: string[]) => sql`
    select contract.id from (
      ${sortedContracts(type, sortField, direction, applied(given).leavesFew)}
    ) contract
    order by ${selectedOrder(sortField, direction)}`;

  const rows = createReport<Definition & ReportDefinition<SortField | 'contract' | 'contractor'>>({
    name,
    definition,
    filters: filters as never,
    derivedValues: (range) => ({
      dateSegments: () => dateSegments(range, ['day', 'month', 'year']),
      monthSegments: () => dateSegments(range, ['day', 'month']),
    }),
    page: ({ sortField, direction, filters: given }) => {
      const order = rowOrder(sortField, direction);
      const ofCompany = sql`
        totals as materialized (
          -- Of all that match: the roll-up has the sums of the company.
          select (select count(*) from sums) as contracts_count,
            ${list(summed.map((sum) => sql`coalesce(${added(sums, sum)}, 0) as ${identifier(sum)}`))}
          ${sums.ofCompany(false)}
        )`;
      return {
        ctes: [
          applied(given).contractFilter,
          sumsOf(given.length > 0 ? summed : sumsOfOrder(sortField), filtered(given)),
          given.length > 0 ? totalsOf(summed, sql`sums`, sql`count(*)`) : ofCompany,
        ],
        totalCount: sql`contracts_count`,
        statistics: jsonOf(
          { fields: definition.statistics },
          statisticsOf((sum) => neverNull(identifier(sum))),
        ),
        ids: sql`
          ${
            isOfContract(sortField)
              ? idsByContract(sortField, direction, given)
              : sql`
            select sums.contract_id as id from sums
            order by ${order}`
          }
          limit ${batchSize} offset ${batchOffset}`,
      };
    },
    results: resultsOf(jsonOf(definition, expressions)),
    rowsStatement: ({ sortField, direction, filters: given }, format) => sql`
      ${withAll(applied(given).contractFilter, sumsOf(summed, filtered(given)))}
      select
        ${fileColumns(format, definition, expressions)}
      from sums
      join reporting.contracts contract on contract.company_id = :companyId and contract.id = sums.contract_id
      ${contractJoins}
      order by ${rowOrder(sortField, direction)}`,
  });

  return {
    rows,
    sums: summariesOf(rows, (groups) => ({
      ctes: (given) => [
        applied(given).contractFilter,
        ...groupedSums(sums, groups, summed, {
          isFiltered: given.length > 0,
          areFew: applied(given).leavesFew,
          read: filtered(given),
        }),
      ],
      statistics: (row) => statisticsOf((sum) => neverNull(sql`${row}.${identifier(sum)}`)),
      expressions,
    })),
    changes: createChangedRows(name, {
      ctes: (given) => [applied(given).contractFilter],
      all: (given) => sumsBy(sums, ['contract_id'], [], filtered(given)),
      touched: touchedContracts(type, others.touched),
      matching: (given) => sumsBy(sums, ['contract_id'], [], among('touched', given)),
      rows: resultsOf(changedRow(definition, expressions as never, sql`page.id`)),
    }),
  };
}

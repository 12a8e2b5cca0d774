import { timesheetsDefinition } from '../../../proto/timesheets.ts';
import {
  contractExpressions,
  contractJoins,
  contractOrder,
  isOfContract,
  selectedContracts,
  selectedOrder,
  touchedContracts,
} from '../sql/contracts.ts';
import { changedRow } from '../changes/changed-rows.ts';
import { dateSegments } from '../sql/date-segments.ts';
import { contractFilter, contractFiltersSql } from '../sql/filters.ts';
import type { ContractFiltersSql } from '../sql/filters.ts';
import { fileColumns, jsonArray, jsonOf } from '../sql/fields.ts';
import type { Expressions } from '../sql/fields.ts';
import { batchOffset, batchSize } from '../sql/page.ts';
import { list, sql, withAll } from '../sql/statement.ts';
import { filterValues } from '../answers/report.ts';
import type { ChangedRows, Report } from '../answers/report.ts';
import { allSums, periodsInRange, sumsByContract, sumsOfContracts } from './sums.ts';
import type { Sum } from './sums.ts';

type SortField = (typeof timesheetsDefinition.sortFields)[number];

type TimesheetFilters = typeof timesheetsDefinition.filters;

const filtersSql: ContractFiltersSql<TimesheetFilters> = contractFiltersSql;

/** The CTE `contract_filter`, where a filter is given. */
export function contractsOf(given: string[]): string {
  return contractFilter('hourly', filtersSql, given);
}

/** Of sums by their names. */
export const statisticsOf = (sum: (name: Sum) => string): Expressions<typeof timesheetsDefinition.statistics> => ({
  billableMinutes: sum('billable_minutes'),
  billedMinutes: sum('billed_minutes'),
  manualMinutes: sum('manual_minutes'),
  overtimeMinutes: sum('overtime_minutes'),
  trackedMinutes: sum('tracked_minutes'),
  // The mean weighted by the tracker's minutes; manual time has no activity.
  activity: `coalesce(round(${sum('weighted_activity')} / nullif((${sum('tracked_minutes')} - ${sum('manual_minutes')}), 0), 2), 0)`,
  billableAmount: sum('billable_amount'),
});

/** Of the sums `s`, and of the contract `c` with its joins. */
const expressions: Expressions<typeof timesheetsDefinition.fields> = {
  ...contractExpressions,
  rate: 'c.rate',
  ...statisticsOf((name) => `s.${name}`),
};

const sortKeys: Record<Exclude<SortField, 'contract' | 'contractor'>, string> = {
  trackedTime: expressions.trackedMinutes,
  activity: expressions.activity,
  goMeter: '(s.tracked_minutes - s.manual_minutes)',
  manual: expressions.manualMinutes,
  overtime: expressions.overtimeMinutes,
  billableTime: expressions.billableMinutes,
  billableAmount: expressions.billableAmount,
};

/**
 * How the days and periods of a filter are found: among those of all contracts, which are read; or looked up by contract, and the
 * contracts sorted by what is looked up of each.
 */
type TimesheetsWay = { sums: 'read' | 'looked-up' };

/** A filter of so many contractors has few contracts. */
const fewContractors = 20;

/** A company's hourly contracts with days in the range, with the totals of all that match. */
export const timesheets: Report<SortField, TimesheetFilters, TimesheetsWay> = {
  name: 'timesheets',
  definition: timesheetsDefinition,
  filters: filtersSql,
  filterValues: (request) => filterValues(timesheetsDefinition.filters, request),
  derivedValues: (range) => ({
    dateSegments: JSON.stringify(dateSegments(range, ['year', 'month'])),
    daysAndMonths: JSON.stringify(dateSegments(range, ['month'])),
  }),
  waysOf: ({ filters }) => (filters.length > 0 ? [{ sums: 'read' }, { sums: 'looked-up' }] : [{ sums: 'read' }]),
  choose: (_, { contractorIds }) => ({
    sums: contractorIds !== null && contractorIds.length <= fewContractors ? 'looked-up' : 'read',
  }),
  page: ({ sortField, direction, filters }, way) => {
    const order = rowOrder(sortField, direction);
    const ofOrder = allSums.filter((sum) => order.includes(`s.${sum}`));
    const filtered = filters.length > 0;
    // What a filter leaves is read once, to be summed up by contract and altogether.
    const periods = sql`
      periods as materialized (
        select ${list(['contract_id', 'days_count', ...allSums])}
        ${periodsInRange(way.sums === 'looked-up' ? 'small filter' : 'filter')}
      )`;
    return {
      ctes: [
        contractsOf(filters),
        filtered ? periods : '',
        sumsOfContracts(ofOrder, filtered ? 'from periods' : periodsInRange('contracts')),
        sql`
          totals as materialized (
            select (select count(*) from sums) as contracts_count,
              ${list(allSums.map((sum) => `coalesce(sum(${sum}), 0) as ${sum}`))}
            ${filtered ? 'from periods' : periodsInRange('company')}
          )`,
      ],
      totalCount: 'contracts_count',
      statistics: jsonOf(
        timesheetsDefinition.statistics,
        statisticsOf((name) => name),
      ),
      ids: pageOfContracts(sortField, direction, way),
    };
  },
  results: resultsOf(jsonOf(timesheetsDefinition.fields, expressions, timesheetsDefinition.withoutTeam)),
  rowsStatement: ({ sortField, direction, filters }, format) => sql`
    ${withAll(
      contractsOf(filters),
      sumsOfContracts(allSums, periodsInRange(filters.length > 0 ? 'filter' : 'contracts')),
    )}
    select
      ${fileColumns(format, timesheetsDefinition, expressions)}
    from sums s
    join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
    ${contractJoins}
    order by ${rowOrder(sortField, direction)}`,
};

/** A row changes with the days of its contract, the contract, the people and the team of that. */
export const timesheetChanges: ChangedRows = {
  ctes: (filters) => [contractsOf(filters)],
  all: (filters) => sumsByContract([], periodsInRange(filters.length > 0 ? 'filter' : 'contracts')),
  touched: touchedContracts('hourly', ':days::text[] || :contracts::text[]'),
  matching: (filters) =>
    `${sumsByContract([], periodsInRange('touched'))}${filters.length > 0 ? ' and (contract_id in (select id from contract_filter)) is true' : ''}`,
  rows: resultsOf(changedRow(timesheetsDefinition, expressions, 'page.id')),
};

/** The rows of `page` as a JSON array, in its order. */
function resultsOf(row: string): string {
  return sql`
    select ${jsonArray(row, 'page.position')}
    from page join (
      ${sumsByContract(allSums, periodsInRange('page'))}
    ) s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    ${contractJoins}`;
}

/** The ids of the batch's contracts, in order. */
function pageOfContracts(sortField: SortField, direction: string, { sums }: TimesheetsWay): string {
  const byContract = isOfContract(sortField);
  return sql`
    ${byContract ? contractsOfSums[sums](selectedContracts(sortField)) : 'select s.contract_id as id from sums s'}
    order by ${byContract ? selectedOrder(sortField, direction) : rowOrder(sortField, direction)}
    limit ${batchSize} offset ${batchOffset}`;
}

const contractsOfSums: Record<TimesheetsWay['sums'], (contracts: string) => string> = {
  read: (contracts) => sql`
    select c.id from (
      ${contracts} and c.type = 'hourly' and (c.id in (select contract_id from sums)) is true
    ) c`,
  'looked-up': (contracts) => sql`
    select c.id from sums s cross join lateral (
      ${contracts} and c.id = s.contract_id offset 0
    ) c`,
};

/** The order of the sums `s`, or of the contract `c` with its joins. */
function rowOrder(sortField: SortField, direction: string): string {
  return isOfContract(sortField)
    ? contractOrder(sortField, direction)
    : `${sortKeys[sortField]} ${direction}, s.contract_id ${direction}`;
}

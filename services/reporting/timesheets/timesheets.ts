import { timesheetsDefinition } from '../../../proto/timesheets.ts';
import { contractExpressions, contractJoins, contractOrder, contractsInOrder } from '../sql/contracts.ts';
import { dateSegments, withComplement } from '../sql/date-segments.ts';
import { columnList, jsonOf } from '../sql/fields.ts';
import type { Expressions } from '../sql/fields.ts';
import { sql } from '../sql/statement.ts';
import { currentVersion, unlessCached } from '../reports/data-version.ts';
import { batchIds, batchOffset, batchSize, pageOf, pageStart } from '../reports/page-batch.ts';
import { filterValues } from '../reports/report.ts';
import type { Order, Report } from '../reports/report.ts';
import { allSums, companyRows, matching, matchingRows, signedRows, signedSums, sumsOfContracts } from './sums.ts';
import type { Sum } from './sums.ts';

type SortField = (typeof timesheetsDefinition.sortFields)[number];

const statisticsOf = (sum: (name: Sum) => string) =>
  ({
    billableMinutes: sum('billable_minutes'),
    billedMinutes: sum('billed_minutes'),
    manualMinutes: sum('manual_minutes'),
    overtimeMinutes: sum('overtime_minutes'),
    trackedMinutes: sum('tracked_minutes'),
    // The mean weighted by the tracker's minutes; manual time has no activity.
    activity: `coalesce(round(${sum('weighted_activity')} / nullif((${sum('tracked_minutes')} - ${sum('manual_minutes')}), 0), 2), 0)`,
    billableAmount: sum('billable_amount'),
  }) satisfies Expressions<typeof timesheetsDefinition.statistics>;

/** Of the sums `s`, and of the contract `c` with its joins. */
const expressions = {
  ...contractExpressions,
  rate: 'c.rate',
  ...statisticsOf((name) => `s.${name}`),
} satisfies Expressions<typeof timesheetsDefinition.fields>;

const sortKeys: Record<Exclude<SortField, 'contract' | 'contractor'>, string> = {
  trackedTime: expressions.trackedMinutes,
  activity: expressions.activity,
  goMeter: '(s.tracked_minutes - s.manual_minutes)',
  manual: expressions.manualMinutes,
  overtime: expressions.overtimeMinutes,
  billableTime: expressions.billableMinutes,
  billableAmount: expressions.billableAmount,
};

/** A company's hourly contracts with days in the range, with the totals of all that match. */
export const timesheets: Report<SortField> = {
  definition: timesheetsDefinition,
  filterValues,
  dateSegments: (range) => ({
    dateSegments: JSON.stringify(withComplement(range, ['dekad', 'month', 'quarter', 'year'])),
    totalsSegments: JSON.stringify(dateSegments(range, ['dekad', 'month'])),
  }),
  pageStatement,
  countStatement: (filtered) => sql`
    with ${matching(filtered)},
    ${sumsOfContracts(['days_count'], matchingRows(['days_count'], filtered))}
    select count(*)
    from sums`,
  rowsStatement: ({ sortField, direction, filtered }) => sql`
    with ${matching(filtered)},
    ${sumsOfContracts(allSums, matchingRows(allSums, filtered))}
    select
      ${columnList(timesheetsDefinition.fields, expressions)}
    from sums s
    join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
    ${contractJoins}
    order by ${rowOrder(sortField, direction)}`,
};

const contractsCount = unlessCached('(select count(*) from sums)', ':cachedCount::bigint');

/**
 * The contracts that match are sorted by what the order needs; all sums are made for those of the page alone. Days are read
 * only at the ends of the range. See docs/sql/timesheets.sql for what it becomes.
 */
function pageStatement({ sortField, direction, filtered }: Order<SortField>): string {
  const ofOrder = allSums.filter((sum) => sum === 'days_count' || rowOrder(sortField, direction).includes(`s.${sum}`));
  return sql`
    with current as materialized (
      ${currentVersion}
    ),
    ${matching(filtered)},
    ${filtered ? `filtered_rows as materialized (${matchingRows(allSums, true)}),` : ''}
    ${sumsOfContracts(ofOrder, filtered ? 'select * from filtered_rows' : matchingRows(ofOrder, false))},
    ${pageOf(pageOfContracts(sortField, direction), `${pageStart} < ${contractsCount}`)},
    page_sums as materialized (
      select
        contract_id,
        ${signedSums(allSums)}
      from (
        ${signedRows(allSums, 'and contract_id = any (array(select id from page))')}
      ) sums
      group by contract_id
    )
    select
      (select version from current) as version,
      (${contractsCount})::float8 as "totalCount",
      ${unlessCached(sql`
        (
          select ${jsonOf(
            timesheetsDefinition.statistics,
            statisticsOf((name) => `coalesce(s.${name}, 0)`),
          )}::text
          from (
            select
              ${signedSums(allSums)}
            from (
              ${filtered ? 'select * from filtered_rows' : companyRows}
            ) sums
          ) s
        )`)} as statistics,
      ${unlessCached('(select first_day::text from company)')} as "firstDay",
      ${unlessCached('(select last_day::text from company)')} as "lastDay",
      ${batchIds} as "batchIds",
      (
        select json_agg(
          ${jsonOf(timesheetsDefinition.fields, expressions, timesheetsDefinition.withoutTeam)}
          order by page.position
        )
        from page
        join page_sums s on s.contract_id = page.id
        join reporting.contracts c on c.company_id = :companyId and c.id = page.id
        ${contractJoins}
      )::text as results`;
}

/** The ids of the batch's contracts, in order. */
function pageOfContracts(sortField: SortField, direction: string): string {
  if (sortField !== 'contract' && sortField !== 'contractor') {
    return sql`
      select s.contract_id as id
      from sums s
      order by ${rowOrder(sortField, direction)}
      limit ${batchSize} offset ${batchOffset}`;
  }
  return sql`
    select contract_id as id
    from (
      ${contractsInOrder('hourly', sortField, direction, 'select contract_id from sums')}
    ) c
    order by ${contractOrder(sortField, direction, 'c')}
    limit ${batchSize} offset ${batchOffset}`;
}

/** The order of the sums `s`, or of the contract `c` with its joins. */
function rowOrder(sortField: SortField, direction: string): string {
  return sortField === 'contract' || sortField === 'contractor'
    ? contractOrder(sortField, direction)
    : `${sortKeys[sortField]} ${direction}, s.contract_id ${direction}`;
}

import { timesheetsDefinition } from '../../../proto/timesheets.ts';
import { contractReport, sumOf } from '../answers/contract-report.ts';
import type { StatisticsOf } from '../answers/contract-report.ts';
import { contract, contractExpressions } from '../sql/contracts.ts';
import { days } from '../sql/summed-tables.ts';
import { contractFiltersSql } from '../sql/filters.ts';
import { partsOf, segmentsOfMonths, segmentsOfRange } from '../sql/sums.ts';
import { neverNull, sql } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';

type Sum = Exclude<keyof typeof days.sums, typeof days.count>;
const summed = Object.keys(days.sums).filter((sum): sum is Sum => sum !== days.count);

const parts = {
  table: days,
  rollUp: sql`timesheet_periods`,
  rows: sql`timesheet_days`,
  at: { column: sql`work_date`, date: sql`work_date`, ofDate: (date: Sql) => date },
};

const statisticsOf: StatisticsOf<typeof timesheetsDefinition.statistics, Sum> = (sum) => ({
  billableMinutes: sum('billable_minutes'),
  billedMinutes: sum('billed_minutes'),
  manualMinutes: sum('manual_minutes'),
  overtimeMinutes: sum('overtime_minutes'),
  trackedMinutes: sum('tracked_minutes'),
  // The mean weighted by the tracker's minutes; manual time has no activity.
  activity: activityOf(sum),
  billableAmount: sum('billable_amount'),
});

const activityOf = (sum: (name: Sum) => Sql) =>
  neverNull(
    sql`coalesce(round(${sum('weighted_activity')} / nullif((${sum('tracked_minutes')} - ${sum('manual_minutes')}), 0), 2), 0)`,
  );

/** A company's hourly contracts with days in the range. */
export const timesheets = contractReport({
  name: 'timesheets',
  definition: timesheetsDefinition,
  filters: contractFiltersSql,
  type: 'hourly',
  sums: {
    ...parts,
    // The roll-up of all contracts together has no id of one.
    ofCompany: (byMonth) =>
      partsOf(parts, byMonth ? ['start'] : [], ['days_count', ...summed], {
        segments: byMonth ? segmentsOfMonths : segmentsOfRange,
        rollUp: [sql`contract_id = ''`],
        rows: [],
      }),
    months: sql`timesheet_periods where company_id = :companyId and contract_id = ''`,
  },
  read: { rollUp: [sql`contract_id <> ''`], rows: [] },
  summed,
  statisticsOf,
  // The table holds hourly contracts to a rate.
  expressions: { ...contractExpressions, rate: neverNull(contract.rate), ...statisticsOf(sumOf) },
  sortKeys: {
    trackedTime: (sum) => sum('tracked_minutes'),
    activity: activityOf,
    goMeter: (sum) => sql`(${sum('tracked_minutes')} - ${sum('manual_minutes')})`,
    manual: (sum) => sum('manual_minutes'),
    overtime: (sum) => sum('overtime_minutes'),
    billableTime: (sum) => sum('billable_minutes'),
    billableAmount: (sum) => sum('billable_amount'),
  },
  // A row changes with the days of its contract, the contract, the people and the team of that.
  touched: sql`:day::text[] || :contract::text[]`,
});

import { comparedWith, exportPathOfSums, groups, measures } from '../api/reports.ts';
import type { Group, Grouped, Measure, ReportQuery } from '../api/reports.ts';
import { measured } from '../api/address.ts';
import { monthsOf } from '../api/dates.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Export } from '../parts/export.tsx';
import { scheduledName } from '../parts/formats.ts';
import { periodName } from '../parts/periods.ts';
import { Switch } from '../parts/switch.tsx';
import { Chart } from './chart.tsx';
import type { Figures } from './chart.tsx';
import { answerBefore } from './comparison.ts';
import { Grid } from './grid.tsx';
import { labelsOf } from './labels.ts';
import { paymentSums } from './payment-sums.ts';
import { timesheetSums } from './timesheet-sums.ts';

const groupNames: Record<Group, string> = {
  month: 'Month',
  team: 'Team',
  contractor: 'Contractor',
  contract: 'Contract',
  'team-month': 'Team and month',
};
const measureNames: Record<Measure, string> = {
  paid: 'Paid',
  scheduled: 'Scheduled',
  entry: 'Timer and manual',
  billing: 'Billing',
};

type BreakdownProps = {
  session: Session;
  answer: Answer;
  /** Asked for last: the answer may still be to the one before. */
  query: ReportQuery;
  change: (part: Partial<ReportQuery>) => void;
};

/** The sums of the report by month, team, contractor or contract: drawn, as a table with its totals, and as a file. */
export function Breakdown({ session, answer: given, query, change }: BreakdownProps) {
  const answer = withEveryMonth(given);
  const { by } = answer.query;
  const what = measureName(answer.query);
  const title = `${what} by ${groupNames[by].toLowerCase()}`;
  const before = answerBefore(answer);
  const controls = (
    <>
      <h2>{what} by</h2>
      <Switch
        label={`${what} by`}
        names={groups}
        chosen={query.by}
        choose={(by) => change({ by, page: query.page })}
        titleOf={(name) => groupNames[name]}
      />
      {measured(query).measure === query.measure && (
        <Switch
          label="Measure"
          names={measures[query.report]}
          chosen={query.measure}
          choose={(measure) => change({ measure, page: query.page })}
          titleOf={(name) => measureNames[name]}
        />
      )}
      <Export title="Download totals" session={session} path={exportPathOfSums(query)} />
    </>
  );
  if (by === 'team-month') {
    return (
      <Grid title={title} answer={answer}>
        {controls}
      </Grid>
    );
  }
  const { results, pagination } = answer.groups;
  return (
    <Chart
      title={title}
      lying={by !== 'month'}
      labels={labelsOf(answer.query, results, change)}
      others={Math.max(0, pagination.totalCount - given.groups.results.length)}
      before={before && { columns: figuresOf(before).columns, name: periodName(comparedWith(answer.query)) }}
      {...figuresOf(answer)}
    >
      {controls}
    </Chart>
  );
}

/** What is measured, as the heading says it. */
export function measureName(query: ReportQuery): string {
  if (query.report === 'timesheets') return 'Hours';
  return query.measure === 'paid' ? 'Paid' : scheduledName(query);
}

function figuresOf(answer: Answer): Figures {
  return 'statuses' in answer ? paymentSums(answer) : timesheetSums(answer);
}

/** More than ten years are shown by the months that have something. */
const monthsAtMost = 120;

/** With a row of nothing for each month of the range that has none. */
function withEveryMonth(answer: Answer): Answer {
  const months = monthsOf(answer.query);
  if (answer.query.by !== 'month' || months.length > monthsAtMost) return answer;
  const rows = new Map((answer.groups.results as Grouped[]).map((row) => [row.month, row]));
  const nothing = Object.fromEntries(Object.keys(answer.totals).map((name) => [name, 0]));
  const results = months.map((month) => rows.get(month) ?? { month, statistics: nothing });
  return { ...answer, groups: { ...answer.groups, results } } as Answer;
}

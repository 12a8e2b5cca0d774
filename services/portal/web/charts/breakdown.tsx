import { measurable } from '../api/address.ts';
import type { Change } from '../api/address.ts';
import { exportPathOfSums, groups, measures } from '../api/reports.ts';
import type { GroupBy, Measure, ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Export } from '../parts/export.tsx';
import { scheduledName } from '../parts/formats.ts';
import { Switch } from '../parts/switch.tsx';
import { Chart, Grid } from './chart.tsx';

const groupNames: Record<GroupBy, string> = {
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
  change: Change;
};

/** The sums of the report by month, team, contractor or contract: drawn, as a table with its totals, and as a file. */
export function Breakdown({ session, answer, query, change }: BreakdownProps) {
  const what = measureName(answer.query);
  const title = `${what} by ${groupNames[answer.query.by].toLowerCase()}`;
  return (
    <section class="chart" aria-label={title}>
      <div class="row controls">
        <h2>{what} by</h2>
        <Switch
          label={`${what} by`}
          names={groups}
          chosen={query.by}
          choose={(by) => change({ by, page: query.page })}
          titleOf={(name) => groupNames[name]}
        />
        {measurable(query).measure === query.measure && (
          <Switch
            label="Measure"
            names={measures[query.report]}
            chosen={query.measure}
            choose={(measure) => change({ measure, page: query.page })}
            titleOf={(name) => measureNames[name]}
          />
        )}
        <Export title="Download totals" session={session} path={exportPathOfSums(query)} />
      </div>
      {answer.query.by === 'team-month' ? (
        <Grid title={title} answer={answer} />
      ) : (
        <Chart title={title} answer={answer} change={change} />
      )}
    </section>
  );
}

/** What is measured, as the heading says it. */
export function measureName(query: ReportQuery): string {
  if (query.report === 'timesheets') return 'Hours';
  return query.measure === 'paid' ? 'Paid' : scheduledName(query);
}

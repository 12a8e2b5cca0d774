import { exportPathOfSums, groups, measures } from '../api/reports.ts';
import type { Group, Measure, ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Exports } from '../parts/exports.tsx';
import { number } from '../parts/formats.ts';
import { Switch } from '../parts/switch.tsx';
import { Chart } from './chart.tsx';
import type { Figures } from './chart.tsx';
import { answerBefore, withBefore } from './comparison.ts';
import { labelsOf } from './labels.ts';
import { paymentSums } from './payment-sums.ts';
import { timesheetSums } from './timesheet-sums.ts';

const groupNames: Record<Group, string> = {
  month: 'Month',
  team: 'Team',
  contractor: 'Contractor',
  contract: 'Contract',
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
export function Breakdown({ session, answer, query, change }: BreakdownProps) {
  const { by, measure, report } = answer.query;
  const what = report === 'timesheets' ? 'Hours' : measureNames[measure];
  const { totalCount } = answer.groups.pagination;
  const shown = answer.groups.results.length;
  const title = `${what} by ${by}`;
  const before = answerBefore(answer);
  return (
    <Chart
      title={title}
      lying={by !== 'month'}
      labels={labelsOf(by, answer.groups.results)}
      {...figuresOf(answer)}
      columns={withBefore(figuresOf(answer).columns, before && figuresOf(before).columns)}
      note={shown < totalCount ? `The ${shown} of ${number(totalCount)} with most. The Excel file has all.` : undefined}
    >
      <h2>{what} by</h2>
      <Switch
        label={`${what} by`}
        names={groups}
        chosen={query.by}
        choose={(by) => change({ by, page: query.page })}
        titleOf={(name) => groupNames[name]}
      />
      <Switch
        label="Measure"
        names={measures[query.report]}
        chosen={query.measure}
        choose={(measure) => change({ measure, page: query.page })}
        titleOf={(name) => measureNames[name]}
      />
      <Exports
        label={`Export of ${title.toLowerCase()}`}
        session={session}
        path={exportPathOfSums(query)}
        formats={['xlsx']}
      />
    </Chart>
  );
}

function figuresOf(answer: Answer): Figures {
  return 'statuses' in answer ? paymentSums(answer) : timesheetSums(answer);
}

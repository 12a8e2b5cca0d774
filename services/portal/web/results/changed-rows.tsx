import type { Changed } from '../api/use-changed.ts';
import type { ReportName } from '../api/reports.ts';
import { hours, money, number, personName, statusNames } from '../parts/formats.ts';

const shownAtMost = 10;

/** Says what changed since the page was read, row by row, and shows the report with it. */
export function ChangedRows({ report, changed, show }: { report: ReportName; changed: Changed; show: () => void }) {
  const { rows, removed, isMore } = changed;
  const count = rows.length + removed;
  const noun = { payments: ['payment', 'payments'], timesheets: ['timesheet', 'timesheets'] }[report];
  const said = isMore ? `Many ${noun[1]} changed.` : `${number(count)} ${count === 1 ? noun[0] : noun[1]} changed.`;
  return (
    <>
      {said}
      <button type="button" onClick={show}>
        {count === 1 && !isMore ? 'Show it' : 'Show them'}
      </button>
      {rows.length > 0 && (
        <ul class="fine">
          {rows.slice(0, shownAtMost).map((row, index) => (
            <li key={index}>
              <bdi>{textOf(row)}</bdi>
            </li>
          ))}
          {(rows.length > shownAtMost || removed > 0) && (
            <li>
              {[
                ...(rows.length > shownAtMost ? [`${number(rows.length - shownAtMost)} more`] : []),
                ...(removed > 0 ? [`${number(removed)} no longer here`] : []),
              ].join(', ')}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function textOf(row: Changed['rows'][number]): string {
  const person = personName(row.contract.contractor);
  if ('status' in row) return `${row.name}, ${person}: ${statusNames[row.status]}, ${money(row.amount)}`;
  return `${row.contract.title}, ${person}: ${hours(row.statistics.trackedMinutes)}, ${money(row.statistics.billableAmount)}`;
}

import type { ReportName, Row } from '../api/reports.ts';
import type { Changes } from '../api/use-changes.ts';
import { counted, day, hours, money, number, personName, statusNames } from '../parts/formats.ts';

const shownAtMost = 10;

type ChangedRowsProps = {
  report: ReportName;
  changes: Changes;
  /** When the view was looked at last, if not just now. */
  since: number | undefined;
};

/** Says which rows changed, and what they are now. */
export function ChangedRows({ report, changes: { rows, isMore }, since }: ChangedRowsProps) {
  const noun = { payments: 'payment', timesheets: 'timesheet' }[report];
  const others = rows.length - shownAtMost;
  return (
    <>
      <strong>
        {since !== undefined && `Since your last look on ${day(new Date(since).toISOString())}: `}
        {isMore
          ? `Many ${noun}s changed.`
          : `${rows.length > 0 ? counted(rows.length, noun) : `The ${noun}s`} changed.`}
      </strong>
      <ul class="fine">
        {rows.slice(0, shownAtMost).map((row) => (
          <li key={idOf(row)}>
            <bdi>{textOf(row)}</bdi>
          </li>
        ))}
        {others > 0 && <li>{number(others)} more</li>}
      </ul>
    </>
  );
}

export function idOf(row: Row): string {
  return 'status' in row ? row._id : row.contract._id;
}

function textOf(row: Row): string {
  const person = personName(row.contract.contractor);
  if ('status' in row)
    return `${row.name}, ${person}: now ${statusNames[row.status].toLowerCase()}, ${money(row.amount)}`;
  const { trackedMinutes, billableAmount } = row.statistics;
  return `${row.contract.title}, ${person}: now ${hours(trackedMinutes)}, ${money(billableAmount)}`;
}

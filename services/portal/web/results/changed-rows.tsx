import type { ReportName } from '../api/reports.ts';
import type { Changes, Row } from '../api/use-changes.ts';
import type { Seen } from '../views/saved-views.ts';
import { counted, day, hours, money, number, personName, statusNames } from '../parts/formats.ts';

const shownAtMost = 10;

type ChangedRowsProps = {
  report: ReportName;
  changes: Changes;
  /** The rows before, as far as they were on the page. */
  seen: Seen;
  /** When that was, if not just now. */
  since?: number;
};

/** Says which rows changed, and how. */
export function ChangedRows({ report, changes: { rows, removed, isMore }, seen, since }: ChangedRowsProps) {
  const noun = { payments: 'payment', timesheets: 'timesheet' }[report];
  const gone = removed.filter((id) => id in seen).length;
  const count = rows.length + gone;
  const lines = rows.slice(0, shownAtMost).map((row) => `${titleOf(row)}: ${differenceOf(seen[idOf(row)], row)}`);
  const others = [
    ...(rows.length > shownAtMost ? [`${number(rows.length - shownAtMost)} more`] : []),
    ...(gone > 0 ? [`${number(gone)} no longer here`] : []),
  ];
  return (
    <>
      <strong>
        {since !== undefined && `Since your last look on ${day(new Date(since).toISOString())}: `}
        {isMore ? `Many ${noun}s changed.` : count > 0 ? `${counted(count, noun)} changed.` : `The ${noun}s changed.`}
      </strong>
      <ul class="fine">
        {[...lines, ...(others.length > 0 ? [others.join(', ')] : [])].map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

export function seenOf(rows: Row[]): Seen {
  return Object.fromEntries(rows.map((row) => [idOf(row), wordsOf(row)]));
}

export function idOf(row: Row): string {
  return 'status' in row ? row._id : row.contract._id;
}

function titleOf(row: Row): string {
  return `${'status' in row ? row.name : row.contract.title}, ${personName(row.contract.contractor)}`;
}

function wordsOf(row: Row): string[] {
  if (!('status' in row)) return [hours(row.statistics.trackedMinutes), money(row.statistics.billableAmount)];
  const { status, amount, paidAmount, scheduledPaymentOn } = row;
  return [statusNames[status].toLowerCase(), money(amount), day(scheduledPaymentOn), `paid ${money(paidAmount)}`];
}

/** A payment whose status changed is paid another amount: that goes without saying. */
function differenceOf(before: string[] | undefined, row: Row): string {
  const now = wordsOf(row);
  if (!before) return `now ${now.slice(0, 2).join(', ')}`;
  const changed = now.flatMap((word, index) => (word === before[index] ? [] : [`${before[index]}, now ${word}`]));
  const isOther = 'status' in row && now[0] !== before[0] && now[3] !== before[3];
  return (isOther ? changed.slice(0, -1) : changed).join('; ') || 'changed';
}

import type { ComponentChildren } from 'preact';
import type { Contract, Payment, ReportQuery, Timesheet, TimesheetStatistics } from '../api/reports.ts';
import { day, hours, money, percent, personName, statusNames, toneOf } from '../parts/formats.ts';

export type Column<Row> = {
  name: string;
  /** The field of the API to sort by; without, it can't be sorted. */
  sortField?: string | undefined;
  isNumber?: boolean;
  /** Where it is in the card of a row on a phone; a cell of its own, with its name, when left out. */
  place?: 'title' | 'amount' | 'line' | 'rest';
  cell: (row: Row) => ComponentChildren;
};

type Change = (part: Partial<ReportQuery>) => void;

const contractorColumn = (change: Change): Column<{ contract: Contract }> => ({
  name: 'Contractor',
  sortField: 'contractor',
  place: 'rest',
  cell: ({ contract: { contractor } }) => (
    <Filter name={personName(contractor)} show={() => change({ contractorIds: [contractor._id] })} />
  ),
});
const teamColumn = (change: Change): Column<{ contract: Contract }> => ({
  name: 'Team',
  place: 'rest',
  cell: ({ contract: { team } }) =>
    team ? <Filter name={team.name} show={() => change({ teamIds: [team._id] })} /> : <span class="none">none</span>,
});

export const paymentColumns = (change: Change): Column<Payment>[] => [
  {
    name: 'Date',
    sortField: 'scheduledPaymentOn',
    place: 'line',
    cell: ({ scheduledPaymentOn }) => <time dateTime={scheduledPaymentOn}>{day(scheduledPaymentOn)}</time>,
  },
  { name: 'Payment', place: 'title', cell: ({ name }) => <Text>{name}</Text> },
  { name: 'Contract', sortField: 'contract', place: 'rest', cell: ({ contract }) => <Text>{contract.title}</Text> },
  contractorColumn(change),
  teamColumn(change),
  {
    name: 'Status',
    sortField: 'scheduledPaymentStatus',
    place: 'line',
    cell: ({ status }) => (
      <span class="status" style={toneOf(status)}>
        {statusNames[status]}
      </span>
    ),
  },
  { name: 'Amount', sortField: 'budget', isNumber: true, place: 'amount', cell: ({ amount }) => money(amount) },
  {
    name: 'Paid',
    sortField: 'paidAmount',
    isNumber: true,
    cell: ({ paidAmount }) => <span class={paidAmount === 0 ? 'none' : undefined}>{money(paidAmount)}</span>,
  },
];

export const timesheetColumns = (change: Change): Column<Timesheet>[] => [
  { name: 'Contract', sortField: 'contract', place: 'title', cell: ({ contract }) => <Text>{contract.title}</Text> },
  contractorColumn(change),
  teamColumn(change),
  { name: 'Rate', isNumber: true, cell: ({ contract }) => money(contract.rate) },
  figure('Tracked', 'trackedTime', (s) => hours(s.trackedMinutes)),
  figure('Timer', 'goMeter', (s) => hours(s.trackedMinutes - s.manualMinutes)),
  figure('Manual', 'manual', (s) => hours(s.manualMinutes)),
  figure('Overtime', 'overtime', (s) => hours(s.overtimeMinutes)),
  figure('Billable', 'billableTime', (s) => hours(s.billableMinutes)),
  figure('Billed', undefined, (s) => hours(s.billedMinutes)),
  figure('Activity', 'activity', (s) => percent(s.activity)),
  { ...figure('Amount', 'billableAmount', (s) => money(s.billableAmount)), place: 'amount' },
];

function figure(
  name: string,
  sortField: string | undefined,
  show: (statistics: TimesheetStatistics) => string,
): Column<Timesheet> {
  return { name, sortField, isNumber: true, cell: ({ statistics }) => show(statistics) };
}

/** A name whose click filters by it. */
function Filter({ name, show }: { name: string; show: () => void }) {
  return (
    <button type="button" class="filter" title={`Show only ${name}`} onClick={show}>
      <bdi class="text">{name}</bdi>
    </button>
  );
}

/** Of any length and script: a long one is cut, and whole in the tooltip. */
function Text({ children }: { children: string }) {
  return (
    <bdi class="text" title={children}>
      {children}
    </bdi>
  );
}

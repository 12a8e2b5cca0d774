import type { ComponentChildren } from 'preact';
import type { Contract, Payment, Timesheet } from '../api/reports.ts';
import { day, hours, money, percent, statusNames, toneOf } from '../parts/formats.ts';

export type Column<Row> = {
  name: string;
  /** The field of the API to sort by; without, it can't be sorted. */
  sortField?: string;
  isNumber?: boolean;
  /** Where it is in the card of a row on a phone; a cell of its own, with its name, when left out. */
  place?: 'title' | 'amount' | 'line' | 'rest';
  cell: (row: Row) => ComponentChildren;
};

const contractorColumn: Column<{ contract: Contract }> = {
  name: 'Contractor',
  sortField: 'contractor',
  place: 'rest',
  cell: ({ contract: { contractor } }) => <Text>{`${contractor.firstName} ${contractor.lastName}`}</Text>,
};
const teamColumn: Column<{ contract: Contract }> = {
  name: 'Team',
  place: 'rest',
  cell: ({ contract }) => (contract.team ? <Text>{contract.team.name}</Text> : <span class="none">none</span>),
};

export const paymentColumns: Column<Payment>[] = [
  {
    name: 'Date',
    sortField: 'scheduledPaymentOn',
    place: 'line',
    cell: ({ scheduledPaymentOn }) => <time dateTime={scheduledPaymentOn}>{day(scheduledPaymentOn)}</time>,
  },
  { name: 'Payment', place: 'title', cell: ({ name }) => <Text>{name}</Text> },
  { name: 'Contract', sortField: 'contract', place: 'rest', cell: ({ contract }) => <Text>{contract.title}</Text> },
  contractorColumn,
  teamColumn,
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

export const timesheetColumns: Column<Timesheet>[] = [
  { name: 'Contract', sortField: 'contract', place: 'title', cell: ({ contract }) => <Text>{contract.title}</Text> },
  contractorColumn,
  teamColumn,
  { name: 'Rate', isNumber: true, cell: ({ contract }) => money(contract.rate) },
  { name: 'Tracked', sortField: 'trackedTime', isNumber: true, cell: ({ statistics: s }) => hours(s.trackedMinutes) },
  {
    name: 'Timer',
    sortField: 'goMeter',
    isNumber: true,
    cell: ({ statistics: s }) => hours(s.trackedMinutes - s.manualMinutes),
  },
  { name: 'Manual', sortField: 'manual', isNumber: true, cell: ({ statistics: s }) => hours(s.manualMinutes) },
  { name: 'Overtime', sortField: 'overtime', isNumber: true, cell: ({ statistics: s }) => hours(s.overtimeMinutes) },
  {
    name: 'Billable',
    sortField: 'billableTime',
    isNumber: true,
    cell: ({ statistics: s }) => hours(s.billableMinutes),
  },
  { name: 'Billed', isNumber: true, cell: ({ statistics: s }) => hours(s.billedMinutes) },
  { name: 'Activity', sortField: 'activity', isNumber: true, cell: ({ statistics: s }) => percent(s.activity) },
  {
    name: 'Amount',
    sortField: 'billableAmount',
    isNumber: true,
    place: 'amount',
    cell: ({ statistics: s }) => money(s.billableAmount),
  },
];

/** Of any length and script: a long one is cut, and whole in the tooltip. */
function Text({ children }: { children: string }) {
  return (
    <bdi class="text" title={children}>
      {children}
    </bdi>
  );
}

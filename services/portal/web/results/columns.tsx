import type { ComponentChildren } from 'preact';
import type { Contract, Payment, Status, Timesheet } from '../api/reports.ts';
import { day, hours, money, statusNames } from '../parts/formats.ts';

export type Column<Row> = {
  name: string;
  /** The field of the API to sort by; without, it can't be sorted. */
  sortField?: string;
  isNumber?: boolean;
  cell: (row: Row) => ComponentChildren;
};

const contractColumns: Column<{ contract: Contract }>[] = [
  { name: 'Contract', sortField: 'contract', cell: ({ contract }) => contract.title },
  {
    name: 'Contractor',
    sortField: 'contractor',
    cell: ({ contract: { contractor } }) => <bdi>{`${contractor.firstName} ${contractor.lastName}`}</bdi>,
  },
  { name: 'Team', cell: ({ contract }) => contract.team?.name ?? <span class="none">none</span> },
];

export const paymentColumns: Column<Payment>[] = [
  {
    name: 'Date',
    sortField: 'scheduledPaymentOn',
    cell: ({ scheduledPaymentOn }) => <time dateTime={scheduledPaymentOn}>{day(scheduledPaymentOn)}</time>,
  },
  { name: 'Payment', cell: ({ name }) => name },
  ...contractColumns,
  { name: 'Status', sortField: 'scheduledPaymentStatus', cell: ({ status }) => <StatusMark status={status} /> },
  { name: 'Amount', sortField: 'budget', isNumber: true, cell: ({ amount }) => money(amount) },
  { name: 'Paid', sortField: 'paidAmount', isNumber: true, cell: ({ paidAmount }) => money(paidAmount) },
];

export const timesheetColumns: Column<Timesheet>[] = [
  ...contractColumns,
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
  { name: 'Activity', sortField: 'activity', isNumber: true, cell: ({ statistics: s }) => `${s.activity} %` },
  { name: 'Amount', sortField: 'billableAmount', isNumber: true, cell: ({ statistics: s }) => money(s.billableAmount) },
];

function StatusMark({ status }: { status: Status }) {
  return <span class={`status ${status}`}>{statusNames[status]}</span>;
}

import type { ComponentChildren } from 'preact';
import type { Contract, Payment, Timesheet, TimesheetStatistics } from '../api/reports.ts';
import { addressOfOne } from '../api/address.ts';
import { day, hours, money, percent, personName, statusNames, toneOf } from '../parts/formats.ts';

export type Column<Row> = {
  name: string;
  /** The field of the API to sort by; without, it can't be sorted. */
  sortField?: string | undefined;
  /** What it is. */
  title?: string;
  isNumber?: boolean;
  /** Whether it is left out where there isn't room for all. */
  isMinor?: boolean;
  /** Where it is in the card of a row on a phone; a cell of its own, with its name, when left out. */
  place?: 'title' | 'amount' | 'line' | 'rest';
  cell: (row: Row) => ComponentChildren;
};

const contractorColumn: Column<{ contract: Contract }> = {
  name: 'Contractor',
  sortField: 'contractor',
  place: 'rest',
  cell: ({ contract: { contractor } }) => (
    <Name href={addressOfOne('contractorIds', contractor._id)}>{personName(contractor)}</Name>
  ),
};
const teamColumn: Column<{ contract: Contract }> = {
  name: 'Team',
  place: 'rest',
  cell: ({ contract: { team } }) =>
    team ? <Name href={addressOfOne('teamIds', team._id)}>{team.name}</Name> : <span class="none">No team</span>,
};

export const paymentColumns: Column<Payment>[] = [
  {
    name: 'Date',
    sortField: 'scheduledPaymentOn',
    place: 'line',
    cell: ({ scheduledPaymentOn }) => <time dateTime={scheduledPaymentOn}>{day(scheduledPaymentOn)}</time>,
  },
  { name: 'Payment', place: 'title', cell: ({ name }) => <Text>{name}</Text> },
  {
    name: 'Contract',
    sortField: 'contract',
    place: 'rest',
    isMinor: true,
    cell: ({ contract }) => <Text>{contract.title}</Text>,
  },
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
  {
    ...figure('Amount', 'billableAmount', (s) => money(s.billableAmount), 'What may be billed, in US dollars'),
    place: 'amount',
  },
  figure('Tracked', 'trackedTime', (s) => hours(s.trackedMinutes), 'All hours'),
  figure('Billable', 'billableTime', (s) => hours(s.billableMinutes), 'Hours that may be billed'),
  figure('Billed', undefined, (s) => hours(s.billedMinutes), 'Hours that have been billed'),
  {
    ...figure('Manual', 'manual', (s) => hours(s.manualMinutes), 'Hours entered by hand'),
    isMinor: true,
  },
  {
    ...figure('Timer', 'goMeter', (s) => hours(s.trackedMinutes - s.manualMinutes), 'Hours by the timer'),
    isMinor: true,
  },
  {
    ...figure('Overtime', 'overtime', (s) => hours(s.overtimeMinutes), 'Hours beyond the weekly limit, not billed'),
    isMinor: true,
  },
  {
    ...figure(
      'Activity',
      'activity',
      (s) => percent(s.activity),
      'Share of the timer’s time with keyboard or mouse use',
    ),
    isMinor: true,
  },
  {
    name: 'Rate',
    isNumber: true,
    isMinor: true,
    title: 'US dollars an hour',
    cell: ({ contract }) => money(contract.rate),
  },
];

function figure(
  name: string,
  sortField: string | undefined,
  show: (statistics: TimesheetStatistics) => string,
  title: string,
): Column<Timesheet> {
  return { name, sortField, title, isNumber: true, cell: ({ statistics }) => show(statistics) };
}

/** A name that leads to its year. */
function Name({ href, children }: { href: string; children: string }) {
  return (
    <a href={href}>
      <Text>{children}</Text>
    </a>
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

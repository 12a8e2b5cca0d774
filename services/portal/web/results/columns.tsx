import type { Contract, Payment, Timesheet } from '../api/reports.ts';
import { addressOfOne } from '../api/address.ts';
import { figures } from '../charts/figures.ts';
import type { Figure } from '../charts/figures.ts';
import type { TableColumn } from '../parts/table.tsx';
import { day, money, personName, statusNames, toneOf } from '../parts/formats.ts';

type OfContract = { contract: Contract };

const contractColumn: TableColumn<OfContract> = {
  name: 'Contract',
  sortField: 'contract',
  kind: 'title',
  cell: ({ contract }) => <Text>{contract.title}</Text>,
};
const contractorColumn: TableColumn<OfContract> = {
  name: 'Contractor',
  sortField: 'contractor',
  kind: 'rest',
  cell: ({ contract: { contractor } }) => (
    <Name href={addressOfOne('contractorIds', contractor._id)}>{personName(contractor)}</Name>
  ),
};
const teamColumn: TableColumn<OfContract> = {
  name: 'Team',
  kind: 'rest',
  cell: ({ contract: { team } }) =>
    team ? <Name href={addressOfOne('teamIds', team._id)}>{team.name}</Name> : <span class="none">No team</span>,
};

export const paymentColumns: TableColumn<Payment>[] = [
  {
    name: 'Date',
    sortField: 'scheduledPaymentOn',
    kind: 'line',
    cell: ({ scheduledPaymentOn }) => <time dateTime={scheduledPaymentOn}>{day(scheduledPaymentOn)}</time>,
  },
  { name: 'Payment', kind: 'title', cell: ({ name }) => <Text>{name}</Text> },
  { ...contractColumn, kind: 'rest minor' },
  contractorColumn,
  teamColumn,
  {
    name: 'Status',
    sortField: 'scheduledPaymentStatus',
    kind: 'line',
    cell: ({ status }) => (
      <span class="status" style={toneOf(status)}>
        {statusNames[status]}
      </span>
    ),
  },
  { name: 'Amount', sortField: 'budget', kind: 'amount number', cell: ({ amount }) => money(amount) },
  {
    name: 'Paid',
    sortField: 'paidAmount',
    kind: 'figure number',
    cell: ({ paidAmount }) => <span class={paidAmount === 0 ? 'none' : undefined}>{money(paidAmount)}</span>,
  },
];

const minor = 'figure number minor';

export const timesheetColumns: TableColumn<Timesheet>[] = [
  contractColumn,
  contractorColumn,
  teamColumn,
  { ...column(figures.amount, 'billableAmount', 'What may be billed, in US dollars', 'amount number'), name: 'Amount' },
  column(figures.tracked, 'trackedTime', 'All hours'),
  column(figures.billable, 'billableTime', 'Hours that may be billed'),
  column(figures.billed, undefined, 'Hours that have been billed'),
  column(figures.manual, 'manual', 'Hours entered by hand', minor),
  column(figures.timer, 'goMeter', 'Hours by the timer', minor),
  column(figures.overtime, 'overtime', 'Hours beyond the weekly limit, not billed', minor),
  column(figures.activity, 'activity', 'Share of the timer’s time with keyboard or mouse use', minor),
  { name: 'Rate', kind: minor, title: 'US dollars an hour', cell: ({ contract }) => money(contract.rate) },
];

function column(
  { name, valueIn, format }: Figure,
  sortField: string | undefined,
  title: string,
  kind = 'figure number',
) {
  return { name, sortField, title, kind, cell: ({ statistics }: Timesheet) => format(valueIn(statistics)) };
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

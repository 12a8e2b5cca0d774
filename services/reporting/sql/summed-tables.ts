import { paymentStatuses } from '../../../proto/scheduled-payments.ts';
import { identifier, quoted, sql } from './statement.ts';
import type { Sql } from './statement.ts';

/** A table whose rows are summed up. */
export type SummedTable<Sum extends string = string> = {
  /** What a row adds to each sum. */
  sums: Record<Sum, Sql>;
  /** The sum that counts rows. */
  count: Sum;
  /** Sums that aren't whole numbers. */
  amounts: readonly Sum[];
};

export const payments = {
  sums: {
    payments_count: sql`1`,
    paid_payments_count: sql`(status = 'paid')::integer`,
    amount: sql`amount`,
    paid_amount: sql`paid_amount`,
  },
  count: 'payments_count' as const,
  amounts: ['amount', 'paid_amount'] as const,
} satisfies SummedTable;

/** The columns of `payment_sums` that have the count of a status each. */
export const countColumns = Object.fromEntries(paymentStatuses.map((status) => [status, `count_${status}`]));

export const paymentStatusCounts: SummedTable = {
  sums: {
    payments_count: sql`1`,
    ...Object.fromEntries(
      Object.entries(countColumns).map(([status, column]) => [column, sql`(status = ${quoted(status)})::integer`]),
    ),
  },
  count: 'payments_count',
  amounts: [],
};

export const days = {
  sums: {
    days_count: sql`1`,
    tracked_minutes: sql`tracked_minutes`,
    manual_minutes: sql`manual_minutes`,
    overtime_minutes: sql`overtime_minutes`,
    billable_minutes: sql`billable_minutes`,
    billed_minutes: sql`billed_minutes`,
    weighted_activity: sql`coalesce(activity, 0) * (tracked_minutes - manual_minutes)`,
    billable_amount: sql`billable_amount`,
  },
  count: 'days_count' as const,
  amounts: ['weighted_activity', 'billable_amount'] as const,
} satisfies SummedTable;

/** A table of sums that triggers keep: its columns are the company, `key`, the stripe and `sums`, in this order. */
export type RollUp = { name: Sql; of: 'scheduled_payments' | 'timesheet_days'; key: Sql[]; sums: Sql[]; count: Sql };

const [start, unit, status, contract] = [sql`start`, sql`unit`, sql`status`, sql`contract_id`];
const ofStatus = paymentStatuses.flatMap((each) =>
  [`count_${each}`, `amount_${each}`, `paid_amount_${each}`].map(identifier),
);

export const rollUps: RollUp[] = [
  {
    name: sql`payment_totals`,
    of: 'scheduled_payments',
    key: [unit, status, start],
    sums: Object.keys(payments.sums).map(identifier),
    count: sql`payments_count`,
  },
  {
    name: sql`payment_sums`,
    of: 'scheduled_payments',
    key: [unit, start, contract],
    sums: [sql`payments_count`, sql`amount`, sql`paid_amount`, ...ofStatus],
    count: sql`payments_count`,
  },
  {
    name: sql`timesheet_periods`,
    of: 'timesheet_days',
    key: [unit, start, contract],
    sums: Object.keys(days.sums).map(identifier),
    count: sql`days_count`,
  },
];

import { sql } from './statement.ts';
import type { Sql } from './statement.ts';

/** A table whose rows triggers add up. */
export type SummedTable<Sum extends string = string> = {
  name: string;
  /** Of the function: `track_payments`. */
  noun: string;
  /** Its columns that roll-ups and the log of changes are made of, with their types. */
  columns: Record<string, string>;
  /** Its other columns that reports show. */
  onlyShown: string[];
  /** The first days of the periods that a row counts for. */
  periods: Record<string, Sql>;
  /** What a row adds to each sum. */
  sums: Record<Sum, Sql>;
  /** The sum that counts rows. */
  count: Sum;
  /** Sums that aren't whole numbers. */
  amounts: readonly Sum[];
  /** What the log of changes says of its rows, to be aggregated: key, and the contract beside it. */
  log: { kind: string; keys: Sql[] };
  rollUps: Record<string, RollUp>;
};

export type RollUp = {
  about: string;
  /** What names a row, without its company and stripe. */
  key: string[];
  /** Of the rows' columns and periods, those that the key is made of. */
  of: string[];
  /** What a row counts for: `values` lists, joined to it. */
  countedFor: Sql[];
  /** The columns of these lists that stand for one of the row. */
  counted?: Record<string, string>;
};

const dayOfPayment = sql`scheduled_payment_on at time zone 'UTC'`;

export const payments = {
  name: 'scheduled_payments',
  noun: 'payment',
  columns: {
    ...{ company_id: 'text', id: 'text', contract_id: 'text', status: 'text' },
    ...{ scheduled_payment_on: 'timestamptz', amount: 'numeric', paid_amount: 'numeric' },
  },
  onlyShown: ['name'],
  periods: {
    day: sql`(${dayOfPayment})::date`,
    month: sql`date_trunc('month', ${dayOfPayment})::date`,
    year: sql`date_trunc('year', ${dayOfPayment})::date`,
  },
  sums: {
    payments_count: sql`1`,
    paid_payments_count: sql`(status = 'paid')::integer`,
    amount: sql`amount`,
    paid_amount: sql`paid_amount`,
  },
  count: 'payments_count' as const,
  amounts: ['amount', 'paid_amount'] as const,
  log: { kind: 'payment', keys: [sql`id`, sql`contract_id`] },
  rollUps: {
    payment_totals: {
      about: 'Payments of a company. `unit` is day or month, `start` its first day.',
      key: ['unit', 'status', 'start'],
      of: ['status', 'day', 'month'],
      countedFor: [sql`(values ('day', day), ('month', month)) period (unit, start)`],
    },
    payment_sums: {
      about:
        'Payments of a contract. `unit` is month, year or all, `start` its first day. Besides a row for each status there is one for `any`.',
      key: ['status', 'unit', 'start', 'contract_id'],
      of: ['contract_id', 'status', 'month', 'year'],
      countedFor: [
        sql`(values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)`,
        sql`(values (status), ('any')) of_status (counted_status)`,
      ],
      counted: { status: 'counted_status' },
    },
  },
} satisfies SummedTable;

export const days = {
  name: 'timesheet_days',
  noun: 'day',
  columns: {
    ...{ company_id: 'text', contract_id: 'text', work_date: 'date', tracked_minutes: 'integer' },
    ...{ manual_minutes: 'integer', overtime_minutes: 'integer', billable_minutes: 'integer' },
    ...{ billed_minutes: 'integer', activity: 'numeric', billable_amount: 'numeric' },
  },
  onlyShown: [],
  periods: {
    month: sql`date_trunc('month', work_date::timestamp)::date`,
    year: sql`date_trunc('year', work_date::timestamp)::date`,
  },
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
  log: { kind: 'day', keys: [sql`distinct contract_id`] },
  rollUps: {
    timesheet_periods: {
      about:
        "Timesheets of a contract, and of all together, whose contract is ''. `unit` is month or year, `start` its first day.",
      key: ['unit', 'start', 'contract_id'],
      of: ['contract_id', 'month', 'year'],
      countedFor: [
        sql`(values ('month', month), ('year', year)) period (unit, start)`,
        sql`(values (contract_id), ('')) of_contract (counted_contract)`,
      ],
      counted: { contract_id: 'counted_contract' },
    },
  },
} satisfies SummedTable;

export const summedTables: SummedTable[] = [payments, days];

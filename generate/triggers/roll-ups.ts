import type { RollUpName } from '../../services/reporting/roll-ups/fold.ts';

/** A table whose rows triggers add up. Strings are SQL. */
export type SummedTable = {
  name: string;
  /** Of the functions: `add_payments`, `track_payments`. */
  noun: string;
  /** Its columns that roll-ups and the log of changes are made of, with their types. */
  columns: Record<string, string>;
  /** Its other columns that reports show. */
  onlyShown: string[];
  /** The first days of the periods that a row counts for. */
  periods: Record<string, string>;
  /** What a row adds to each sum: 1 counts the rows. */
  sums: Record<string, [type: 'bigint' | 'numeric', of: string]>;
  /** What the log of changes says of its rows, to be aggregated: key, and the contract beside it. */
  log: { kind: string; keys: string[] };
  rollUps: Partial<Record<RollUpName, RollUp>>;
};

export type RollUp = {
  about: string;
  /** Of the rows' columns and periods, those that the key is made of. */
  of: string[];
  /** What a row counts for: `values` lists, joined to it. */
  countedFor: string[];
  /** The columns of these lists that stand for one of the row. */
  counted?: Record<string, string>;
};

const dayOfPayment = "scheduled_payment_on at time zone 'UTC'";

const payments: SummedTable = {
  name: 'scheduled_payments',
  noun: 'payment',
  columns: {
    ...{ company_id: 'text', id: 'text', contract_id: 'text', status: 'text' },
    ...{ scheduled_payment_on: 'timestamptz', amount: 'numeric', paid_amount: 'numeric' },
  },
  onlyShown: ['name'],
  periods: {
    day: `(${dayOfPayment})::date`,
    month: `date_trunc('month', ${dayOfPayment})::date`,
    year: `date_trunc('year', ${dayOfPayment})::date`,
  },
  sums: {
    payments_count: ['bigint', '1'],
    paid_payments_count: ['bigint', "(status = 'paid')::integer"],
    amount: ['numeric', 'amount'],
    paid_amount: ['numeric', 'paid_amount'],
  },
  log: { kind: 'payment', keys: ['id', 'contract_id'] },
  rollUps: {
    payment_totals: {
      about: 'Payments of a company. `unit` is day or month, `start` its first day.',
      of: ['status', 'day', 'month'],
      countedFor: [`(values ('day', day), ('month', month)) period (unit, start)`],
    },
    payment_sums: {
      about:
        'Payments of a contract. `unit` is month, year or all, `start` its first day. Besides a row for each status there is one for `any`.',
      of: ['contract_id', 'status', 'month', 'year'],
      countedFor: [
        `(values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)`,
        `(values (status), ('any')) of_status (counted_status)`,
      ],
      counted: { status: 'counted_status' },
    },
  },
};

const minutes = ['tracked_minutes', 'manual_minutes', 'overtime_minutes', 'billable_minutes', 'billed_minutes'];

const days: SummedTable = {
  name: 'timesheet_days',
  noun: 'day',
  columns: {
    ...{ company_id: 'text', contract_id: 'text', work_date: 'date' },
    ...Object.fromEntries(minutes.map((name) => [name, 'integer'])),
    ...{ activity: 'numeric', billable_amount: 'numeric' },
  },
  onlyShown: [],
  periods: {
    month: `date_trunc('month', work_date::timestamp)::date`,
    year: `date_trunc('year', work_date::timestamp)::date`,
  },
  sums: {
    days_count: ['bigint', '1'],
    ...Object.fromEntries(minutes.map((name) => [name, ['bigint', name]])),
    weighted_activity: ['numeric', 'coalesce(activity, 0) * (tracked_minutes - manual_minutes)'],
    billable_amount: ['numeric', 'billable_amount'],
  },
  log: { kind: 'day', keys: ['distinct contract_id'] },
  rollUps: {
    timesheet_periods: {
      about:
        "Timesheets of a contract, and of all together, whose contract is ''. `unit` is month or year, `start` its first day.",
      of: ['contract_id', 'month', 'year'],
      countedFor: [
        `(values ('month', month), ('year', year)) period (unit, start)`,
        `(values (contract_id), ('')) of_contract (counted_contract)`,
      ],
      counted: { contract_id: 'counted_contract' },
    },
  },
};

export const summedTables = [payments, days];

import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { countColumns, payments, paymentStatusCounts } from '../sql/summed-tables.ts';
import type { Expressions } from '../sql/fields.ts';
import { neverNull, sql } from '../sql/statement.ts';
import { segmentsOfMonths, segmentsOfRange } from '../sql/sums.ts';
import type { Counted, Read, Sums } from '../sql/sums.ts';
import { paymentFilters, statuses } from './filters.ts';

/** What lists count and sum up of payments. */
export const listed = ['payments_count', 'paid_payments_count', 'paid_amount'] as const;

export const summed = [...listed, 'amount'] as const;

/** Of `totals`, or of a group. */
export const statistics = {
  contractsCount: neverNull(sql`contracts_count`),
  scheduledPaymentsCount: neverNull(sql`payments_count`),
  paidScheduledPaymentsCount: neverNull(sql`paid_payments_count`),
  totalScheduledPaymentsPaidAmount: neverNull(sql`paid_amount`),
} satisfies Expressions<typeof scheduledPaymentsDefinition.statistics>;

const rowsAndMonths: Omit<Sums, 'table' | 'rollUp'> = {
  rows: sql`scheduled_payments payment`,
  at: {
    column: sql`scheduled_payment_on`,
    date: sql`(scheduled_payment_on at time zone 'UTC')::date`,
    ofDate: (date) => sql`${date}::timestamp at time zone 'UTC'`,
  },
  ofCompany: () => ofCompany,
  months: sql`payment_totals where company_id = :companyId`,
};

export const paymentSums: Sums<(typeof summed)[number]> = {
  ...rowsAndMonths,
  table: payments,
  rollUp: sql`payment_sums_of_all`,
};

/** Counts of each status, of rows that are read once. Of some statuses, the view reads less. */
export const counted = (given: string[]): Counted => ({
  read: readBy(given),
  ...(!given.includes(statuses) && {
    byStatus: { ...rowsAndMonths, table: paymentStatusCounts, rollUp: sql`payment_sums`, columns: countColumns },
  }),
});

/** Reads `segment` and `part`: the company's payments by month and day. */
export const ofCompany = sql`
  from ${segmentsOfMonths} segment cross join lateral (
    select * from reporting.payment_totals
    where company_id = :companyId and unit = segment.unit and status = any (:scheduledPaymentStatuses)
      and start >= segment.start and start < segment.until
    offset 0
  ) part`;

export const segments = sql`
  segments as materialized (
    -- The range, in days, months and years; one segment of all time where it has the company's oldest and newest month.
    select * from reporting.date_segments(:dateSegments, (
      select min(start) >= :fromDate::date and max(start) + interval '1 month' <= :toDate::date + 1 from reporting.payment_totals
      where company_id = :companyId and unit = 'month'))
  )`;

/** Conditions on rows only rows can answer: their segments are days. */
export function readBy(given: string[], byStatus = false): Read {
  const { ofContract, ofRow } = paymentFilters(given);
  const ofStatuses = sql`status = any (:scheduledPaymentStatuses)`;
  const ofRollUp = { from: sql`payment_sums_by_status`, rollUp: [ofStatuses, ...ofContract] };
  return {
    isByRow: ofRow.length > 0,
    segments: ofRow.length > 0 ? segmentsOfRange : sql`segments`,
    ...(byStatus || given.includes(statuses) ? ofRollUp : { rollUp: ofContract }),
    rows: [ofStatuses, ...ofContract, ...ofRow],
  };
}

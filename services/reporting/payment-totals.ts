import { ScheduledPaymentStatus } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { unlessKnown } from './report.ts';
import { edgeDays, edgeMonths, fromInstant, instantOf, monthInsteadOfYear, untilInstant, wholeYears } from './span.ts';

export const statuses = Object.values(ScheduledPaymentStatus);

/** How many payments match. */
export const matchingCount = unlessKnown('(select payments_count from totals)', '$9::bigint');

export const inRange = `p.scheduled_payment_on >= ${fromInstant} and p.scheduled_payment_on < ${untilInstant}`;

const ofWanted = 'contract_id = any (array(select id from wanted))';

export const companyTotals = `
  select status, payments_count, paid_amount
  from reporting.payment_days
  where company_id = $1 and status = any ($10) and day >= $2::date and day <= $3::date`;

// That a piece isn't empty is said once more, of the parameters alone: its index is then not probed in vain.
export const contractTotals = [
  ...[{ unit: 'year', within: wholeYears }, ...edgeMonths.map((within) => ({ unit: 'month', within }))].map(
    ({ unit, within: [from, until] }) => `
      select status, payments_count, paid_amount
      from reporting.payment_periods
      where company_id = $1 and ${ofWanted} and unit = '${unit}' and status = any ($10)
        and start >= ${from} and start < ${until} and ${from} < ${until}`,
  ),
  ...edgeDays.map(
    ([from, until]) => `
      select status, 1, paid_amount
      from reporting.scheduled_payments
      where company_id = $1 and ${ofWanted} and status = any ($10)
        and scheduled_payment_on >= ${instantOf(from)} and scheduled_payment_on < ${instantOf(until)}
        and ${from} < ${until}`,
  ),
].join(' union all ');

/**
 * Of a whole company, most contracts are seen in the roll-up of the range's whole years, or of a whole month. The others
 * are looked for one by one, each by a probe of an index.
 */
export function contractsCount(filtered: boolean): string {
  const probed = (among: string) => `
    select count(*)
    from reporting.contracts c
    cross join lateral (
      select from reporting.scheduled_payments p
      where p.company_id = $1 and p.contract_id = c.id and p.status = any ($10) and ${inRange}
      limit 1
    ) payment
    where c.company_id = $1 and c.type = 'fixed' and ${among}`;
  if (filtered) return probed('c.id = any (array(select id from wanted))');
  const ofPeriod = (unit: string, [from, until]: readonly [string, string]) => `
    select contract_id, payments_count
    from reporting.payment_periods
    where company_id = $1 and unit = '${unit}' and start >= ${from} and start < ${until}
      and status = any (case when cardinality($10::text[]) = ${statuses.length} then '{any}' else $10 end)`;
  return `
    with seen as materialized (
      select contract_id
      from (${ofPeriod('year', wholeYears)} union all ${ofPeriod('month', monthInsteadOfYear)}) periods
      group by contract_id
      having sum(payments_count) > 0
    )
    select (select count(*) from seen) + (${probed('(c.id in (select contract_id from seen)) is not true')})`;
}

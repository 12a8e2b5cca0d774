import { ScheduledPaymentStatus } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { unlessKnown } from './report.ts';
import { fromInstant, instantOf, pieceRows, piecesOf, untilInstant, wholePeriods } from './span.ts';

export const statuses = Object.values(ScheduledPaymentStatus);

/** How many payments match. */
export const matchingCount = unlessKnown('(select payments_count from totals)', '$9::bigint');

export const inRange = `p.scheduled_payment_on >= ${fromInstant} and p.scheduled_payment_on < ${untilInstant}`;

const ofWanted = 'contract_id = any (array(select id from wanted))';

export const companyTotals = `
  select status, payments_count, paid_amount
  from reporting.payment_days
  where company_id = $1 and status = any ($11) and day >= $2::date and day <= $3::date`;

/**
 * What a statement takes as $10: the pieces of the range, which the totals of contracts are summed up from, or the whole
 * periods within it, in which most contracts of a company are seen.
 */
export function periodsOf(range: { fromDate: string; toDate: string }, filtered: boolean): string {
  return JSON.stringify(filtered ? piecesOf(range, ['month', 'year']) : wholePeriods(range));
}

export const contractTotals = `
  select status, sign * payments_count as payments_count, sign * paid_amount as paid_amount
  from ${pieceRows('$10')}
  join reporting.payment_periods p on p.company_id = $1 and p.${ofWanted} and p.unit = piece.unit
    and p.status = any ($11) and p.start >= piece.start and p.start < piece.until
  union all
  select status, sign, sign * paid_amount
  from ${pieceRows('$10')}
  join reporting.scheduled_payments p on piece.unit = 'day' and p.company_id = $1 and p.${ofWanted}
    and p.status = any ($11)
    and p.scheduled_payment_on >= ${instantOf('piece.start')} and p.scheduled_payment_on < ${instantOf('piece.until')}`;

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
      where p.company_id = $1 and p.contract_id = c.id and p.status = any ($11) and ${inRange}
      limit 1
    ) payment
    where c.company_id = $1 and c.type = 'fixed' and ${among}`;
  if (filtered) return probed('c.id = any (array(select id from wanted))');
  return `
    with seen as materialized (
      select contract_id
      from ${pieceRows('$10')}
      join reporting.payment_periods p on p.company_id = $1 and p.unit = piece.unit
        and p.start >= piece.start and p.start < piece.until
        and p.status = any (case when cardinality($11::text[]) = ${statuses.length} then '{any}' else $11 end)
      group by contract_id
      having sum(payments_count) > 0
    )
    select (select count(*) from seen) + (${probed('(c.id in (select contract_id from seen)) is not true')})`;
}

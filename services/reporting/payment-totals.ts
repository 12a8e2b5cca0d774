import { ScheduledPaymentStatus } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { unlessKnown } from './report.ts';
import { fromInstant, instantOf, pieceRows, piecesOf, untilInstant, wholePeriods } from './span.ts';

export const statuses = Object.values(ScheduledPaymentStatus);

/** What the statements take as $11: each wanted status once. */
export function wantedStatuses(given: ScheduledPaymentStatus[]): ScheduledPaymentStatus[] {
  return given.length > 0 ? [...new Set(given)] : statuses;
}

/** How many payments match. */
export const matchingCount = unlessKnown('(select payments_count from totals)', '$9::bigint');

export const inRange = `p.scheduled_payment_on >= ${fromInstant} and p.scheduled_payment_on < ${untilInstant}`;

export const companyTotals = `
  select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
  from reporting.payment_days
  where company_id = $1 and status = any ($11) and day >= $2::date and day <= $3::date`;

/**
 * What a statement takes as $10: the pieces of the range, which the totals of contracts are summed up from, or the whole
 * periods within it, in which most contracts of a company are seen.
 */
export function periodsOf(range: { fromDate: string; toDate: string }, filtered: boolean): string {
  return JSON.stringify(filtered ? piecesOf(range, ['month', 'year']) : wholePeriods(range));
}

// Periods have a row for each status and one for any, which stands in for five where all are wanted.
const areAllWanted = `cardinality($11::text[]) = ${statuses.length}`;

const ofSummed = 'contract_id = any (array(select id from summed))';

/** Those of the wanted contracts; where these are most of the company's, its own without those of the others. */
export const contractTotals = `
  with unwanted as materialized (
    select c.id from reporting.contracts c
    where c.company_id = $1 and c.type = 'fixed' and (c.id in (select id from wanted)) is not true
  ),
  most as materialized (
    select (select count(*) from wanted) > (select count(*) from unwanted) as are_wanted
  ),
  summed as materialized (
    select id from wanted where not (select are_wanted from most)
    union all
    select id from unwanted where (select are_wanted from most)
  )
  select payments_count, paid_payments_count, paid_amount
  from (${companyTotals}) company
  where (select are_wanted from most)
  union all
  select factor * payments_count, factor * paid_payments_count, factor * paid_amount
  from ${pieceRows('$10')}
  cross join lateral (select case when are_wanted then -sign else sign end as factor from most) signed
  cross join lateral (
    select
      case when status <> 'paid' or not ${areAllWanted} then payments_count end as payments_count,
      case when status = 'paid' then payments_count end as paid_payments_count,
      case when status <> 'paid' or not ${areAllWanted} then paid_amount end as paid_amount
    from reporting.payment_periods
    where company_id = $1 and ${ofSummed} and unit = piece.unit
      and status = any (case when ${areAllWanted} then '{any,paid}' else $11 end)
      and start >= piece.start and start < piece.until
    union all
    select 1, case when status = 'paid' then 1 end, paid_amount
    from reporting.scheduled_payments
    where company_id = $1 and ${ofSummed} and piece.unit = 'day' and status = any ($11)
      and scheduled_payment_on >= ${instantOf('piece.start')} and scheduled_payment_on < ${instantOf('piece.until')}
    offset 0
  ) totals`;

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
      cross join lateral (
        select contract_id, payments_count
        from reporting.payment_periods
        where company_id = $1 and unit = piece.unit and start >= piece.start and start < piece.until
          and status = any (case when ${areAllWanted} then '{any}' else $11 end)
        offset 0
      ) p
      group by contract_id
      having sum(payments_count) > 0
    )
    select (select count(*) from seen) + (${probed('(c.id in (select contract_id from seen)) is not true')})`;
}

import { ScheduledPaymentStatus } from '../../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { fromInstant, segmentRows, startOfDay, untilInstant } from '../sql/date-segments.ts';
import { sql } from '../sql/statement.ts';
import { unlessCached } from './data-version.ts';

/** How many payments match. */
export const paymentsCount = unlessCached('(select payments_count from totals)', ':cachedCount::bigint');

export const inRange = `p.scheduled_payment_on >= ${fromInstant} and p.scheduled_payment_on < ${untilInstant}`;

/** Of the whole company, by day and status. */
export const companyTotals = sql`
  select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
  from reporting.payment_days
  where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date`;

// Periods have a row for each status and one for any, which stands in for five where all match.
const allStatuses = `cardinality(:statuses::text[]) = ${Object.keys(ScheduledPaymentStatus).length}`;

/** Of the contracts of the filter; where these are most of the company's, its own without those of the others. */
export const contractTotals = sql`
  with other_contracts as materialized (
    select c.id from reporting.contracts c
    where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select id from contract_filter)) is not true
  ),
  choice as materialized (
    select (select count(*) from contract_filter) > (select count(*) from other_contracts) as subtracts
  ),
  summed as materialized (
    select id from contract_filter where not (select subtracts from choice)
    union all
    select id from other_contracts where (select subtracts from choice)
  )
  select payments_count, paid_payments_count, paid_amount
  from (
    ${companyTotals}
  ) company
  where (select subtracts from choice)
  union all
  select factor * payments_count, factor * paid_payments_count, factor * paid_amount
  from ${segmentRows}
  cross join lateral (select case when subtracts then -sign else sign end as factor from choice) signed
  cross join lateral (
    select
      case when status <> 'paid' or not ${allStatuses} then payments_count end as payments_count,
      case when status = 'paid' then payments_count end as paid_payments_count,
      case when status <> 'paid' or not ${allStatuses} then paid_amount end as paid_amount
    from reporting.payment_periods
    where company_id = :companyId and contract_id = any (array(select id from summed)) and unit = segment.unit
      and status = any (case when ${allStatuses} then '{any,paid}' else :statuses end)
      and start >= segment.start and start < segment.until
    union all
    select 1, case when status = 'paid' then 1 end, paid_amount
    from reporting.scheduled_payments
    where company_id = :companyId and contract_id = any (array(select id from summed)) and segment.unit = 'day'
      and status = any (:statuses)
      and scheduled_payment_on >= ${startOfDay('segment.start')} and scheduled_payment_on < ${startOfDay('segment.until')}
    offset 0
  ) totals`;

/** Contracts of a company with a payment that matches. */
export function contractsCount(filtered: boolean): string {
  return filtered ? probedContracts('c.id = any (array(select id from contract_filter))') : companyContractsCount;
}

/** Looked for one by one: each is a probe of an index. */
const probedContracts = (among: string) => sql`
  select count(*)
  from reporting.contracts c
  cross join lateral (
    select from reporting.scheduled_payments p
    where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and ${inRange}
    limit 1
  ) payment
  where c.company_id = :companyId and c.type = 'fixed' and ${among}`;

/** Most contracts of a company are seen in the roll-up of the range's whole years, or of a whole month; the others are probed. */
const companyContractsCount = sql`
  with seen as materialized (
    select contract_id
    from ${segmentRows}
    cross join lateral (
      select contract_id, payments_count
      from reporting.payment_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and status = any (case when ${allStatuses} then '{any}' else :statuses end)
      offset 0
    ) p
    group by contract_id
    having sum(payments_count) > 0
  )
  select (select count(*) from seen) + (
    ${probedContracts('(c.id in (select contract_id from seen)) is not true')}
  )`;

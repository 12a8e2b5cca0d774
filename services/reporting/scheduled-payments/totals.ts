import { ScheduledPaymentStatus } from '../../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { fromInstant, segmentRows, startOfDay, untilInstant } from '../sql/date-segments.ts';
import { sql } from '../sql/statement.ts';
import { unlessCached } from '../reports/data-version.ts';
import { pageStart } from '../reports/page-batch.ts';

export const allStatuses = Object.keys(ScheduledPaymentStatus);

/** How many payments match. */
export const paymentsCount = '(select payments_count from matched)';

/** `matched`: what `paymentsCount` reads. */
export const matched = sql`
  matched as materialized (
    select ${unlessCached('(select payments_count from totals)', ':cachedCount::bigint')} as payments_count
  )`;

export const hasPage = `${pageStart} < ${paymentsCount}`;

export const inRange = `p.scheduled_payment_on >= ${fromInstant} and p.scheduled_payment_on < ${untilInstant}`;

/** The days and months of the range, each with its totals. */
export const periodsInRange = sql`
  select
    period.unit, period.status, period.start, payments_count, paid_amount,
    case when status = 'paid' then payments_count end as paid_payments_count
  from ${segmentRows(':daysAndMonths')}
  join reporting.payment_totals period
    on period.company_id = :companyId and period.unit = segment.unit and period.status = any (:statuses)
      and period.start >= segment.start and period.start < segment.until`;

/** `company`: what it has of these statuses on any day, and in the range. */
export const companyCounts = sql`
  company as materialized (
    select *, 2 * payments_in_range <= payments_count as reads_inside
    from (
      select
        coalesce(sum(payments_count), 0) as payments_count,
        min(start) as first_day, (max(start) + interval '1 month' - interval '1 day')::date as last_day
      from reporting.payment_totals
      where company_id = :companyId and unit = 'month' and status = any (:statuses)
    ) on_any_day
    cross join (
      select
        coalesce(sum(payments_count), 0) as payments_in_range,
        coalesce(sum(paid_payments_count), 0) as paid_payments_in_range,
        coalesce(sum(paid_amount), 0) as paid_amount_in_range
      from (
        ${periodsInRange}
      ) periods
    ) in_range
  )`;

export const companyTotals = sql`
  select payments_in_range as payments_count, paid_payments_in_range as paid_payments_count, paid_amount_in_range as paid_amount
  from company`;

/** Whether less lies within the range than outside of it. */
export const readsInside = '(select reads_inside from company)';

// Counts are added up as float8, which is exact below 2^53: of 60,000 contracts in 58 ms, and as bigint in 84.

// Periods have a row for each status and one for any, which stands in for five where all match.
export const everyStatus = `cardinality(:statuses::text[]) = ${allStatuses.length}`;

export const paymentsOfStatus = (columns: string, where: string) => sql`
  select ${columns}
  from unnest(:statuses::text[]) status_filter (status)
  cross join lateral (
    select contract_id, status, paid_amount
    from reporting.scheduled_payments p
    where p.company_id = :companyId and p.status = status_filter.status and ${where}
    offset 0
  ) p`;

/** Whether the filter leaves so few contracts that looking each up is less than reading what others have too. */
export const looksUpContracts = '(select looks_up from lookup)';

export const lookup = sql`
  lookup as materialized (
    select 100 * (select count(*) from contract_filter)
      <= 5000 + case when ${readsInside} then payments_in_range else 1.5 * payments_count - payments_in_range end as looks_up
    from company
  )`;

const ofFilter = '(contract_id in (select id from contract_filter)) is true';

const ofPeriod = (of: 'period' | 'payment') => {
  const count = of === 'period' ? 'payments_count::float8' : '1::float8';
  const either = of === 'period' ? `status <> 'paid' or not ${everyStatus}` : 'true';
  return sql`
    case when ${either} then ${count} end as payments_count,
    case when status = 'paid' then ${count} end as paid_payments_count,
    case when ${either} then paid_amount end as paid_amount`;
};

/**
 * `contract_sums`: of the contracts of the filter, to be added up. Some are negative. Exactly nothing is left of a contract
 * without a payment that matches.
 */
export const contractSums = sql`
  contract_sums as materialized (
    select
      contract_filter.id as contract_id, sign * payments_count as payments_count,
      sign * paid_payments_count as paid_payments_count, sign * paid_amount as paid_amount
    from contract_filter
    cross join ${segmentRows()}
    cross join lateral (
      select
        ${ofPeriod('period')}
      from reporting.payment_periods
      where company_id = :companyId and contract_id = contract_filter.id and unit = segment.unit
        and status = any (case when ${everyStatus} then '{any,paid}' else :statuses end)
        and start >= segment.start and start < segment.until
      union all
      select
        ${ofPeriod('payment')}
      from reporting.scheduled_payments
      where company_id = :companyId and contract_id = contract_filter.id and segment.unit = 'day'
        and status = any (:statuses)
        and scheduled_payment_on >= ${startOfDay('segment.start')} and scheduled_payment_on < ${startOfDay('segment.until')}
      offset 0
    ) totals
    where ${looksUpContracts}
    union all
    select contract_id, 1::float8, case when status = 'paid' then 1::float8 end, paid_amount
    from (
      ${paymentsOfStatus('p.contract_id, p.status, p.paid_amount', inRange)}
    ) p
    where not ${looksUpContracts} and ${readsInside} and ${ofFilter}
    union all
    select
      contract_id,
      ${ofPeriod('period')}
    from reporting.payment_periods
    where company_id = :companyId and unit = 'all'
      and status = any (case when ${everyStatus} then '{any,paid}' else :statuses end)
      and not ${looksUpContracts} and not ${readsInside} and ${ofFilter}
    union all
    select contract_id, -1, case when status = 'paid' then -1 end, -paid_amount
    from (
      ${paymentsOfStatus('p.contract_id, p.status, p.paid_amount', `p.scheduled_payment_on < ${fromInstant}`)}
      union all
      ${paymentsOfStatus('p.contract_id, p.status, p.paid_amount', `p.scheduled_payment_on >= ${untilInstant}`)}
    ) p
    where not ${looksUpContracts} and not ${readsInside} and ${ofFilter}
  )`;

import { fromInstant, untilInstant } from '../sql/date-segments.ts';
import { sql } from '../sql/statement.ts';
import { everyStatus, inRange, paymentsOfStatus, readsInside } from './totals.ts';

/** Of all payments of each contract, without those before and after the range. */
const allWithoutOutside = sql`
  select count(*) from (
    select
    from (
      select contract_id, payments_count::float8
      from reporting.payment_periods
      where company_id = :companyId and unit = 'all'
        and status = any (case when ${everyStatus} then '{any}' else :statuses end)
      union all
      ${paymentsOfStatus('p.contract_id, -1::float8', `p.scheduled_payment_on < ${fromInstant}`)}
      union all
      ${paymentsOfStatus('p.contract_id, -1::float8', `p.scheduled_payment_on >= ${untilInstant}`)}
    ) p
    group by contract_id
    having sum(payments_count) > 0
  ) contracts`;

/** Contracts of the company with a payment that matches. Each way reads little of some companies and much of others. */
export const companyContractsCount = sql`
  case
    when (select payments_count - payments_in_range <= 5000 from company) then (
      ${allWithoutOutside}
    )
    when (
      select count(*) from (
        select from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed'
        limit (select payments_in_range / 12 + 1 from company)
      ) few
    ) <= (select payments_in_range / 12 from company) then (
      -- Most contracts are seen in a part of the payments; the others are looked up one by one.
      with seen as materialized (
        select contract_id
        from (
          ${paymentsOfStatus('p.contract_id', inRange)}
          limit (select 2 * count(*) from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed')
        ) p
        group by contract_id
      )
      select (select count(*) from seen) + count(*)
      from reporting.contracts c
      cross join lateral (
        select from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and ${inRange}
        limit 1
      ) payment
      where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
    )
    when ${readsInside} then (
      select count(*) from (
        select
        from (
          ${paymentsOfStatus('p.contract_id', inRange)}
        ) p
        group by contract_id
      ) contracts
    )
    else (
      ${allWithoutOutside}
    )
  end`;

/** Contracts of the filter with a payment that matches. */
export const filteredContractsCount = sql`
  select count(*) from (
    select from contract_sums group by contract_id having sum(payments_count) > 0
  ) contracts`;

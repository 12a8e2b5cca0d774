import { sql } from '../sql/statement.ts';
import { inRange, looksUpContracts } from './totals.ts';

/** All payments that match, in no order. */
export function matchingPayments(filtered: boolean): string {
  const columns = 'p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id';
  const byDate = sql`
    select ${columns}
    from unnest(:statuses::text[]) status_filter (status)
    cross join lateral (
      select ${columns}
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = status_filter.status and ${inRange}
      offset 0
    ) p`;
  if (!filtered) return byDate;
  return sql`
    select ${columns}
    from contract_filter
    cross join lateral (
      select ${columns}
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.contract_id = contract_filter.id and ${inRange}
        and p.status = any (:statuses)
      offset 0
    ) p
    where ${looksUpContracts}
    union all
    ${byDate}
    where not ${looksUpContracts} and (p.contract_id in (select id from contract_filter)) is true`;
}

import { contractOrder, contractOrderColumns, contractsInOrder } from '../sql/contracts.ts';
import { sql } from '../sql/statement.ts';
import { batchOffset, batchSize } from '../reports/page-batch.ts';
import { matchingPayments } from './matching.ts';
import { inRange, paymentsCount } from './totals.ts';

/** Few payments are sorted with their contracts. Otherwise contracts are scanned in their order until the page is full. */
export function pageByContract(sortField: 'contract' | 'contractor', direction: string, filtered: boolean): string {
  const byDate = `p.scheduled_payment_on ${direction}, p.id ${direction}`;
  return sql`
    (
      select p.id
      from (
        select p.id, p.scheduled_payment_on, ${contractOrderColumns(sortField)}
        from (
          ${matchingPayments(filtered)}
        ) p
        join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
        where ${paymentsCount} <= 5000
        offset 0
      ) p
      order by ${contractOrder(sortField, direction, 'p')}, ${byDate}
      limit ${batchSize} offset ${batchOffset}
    )
    union all
    (
      select p.id
      from (
        ${contractsInOrder('fixed', sortField, direction, filtered ? 'select id from contract_filter' : undefined)}
      ) c
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.contract_id and ${inRange}
          and p.status = any (:statuses)
        order by ${byDate}
        limit ${batchOffset} + ${batchSize}
      ) p
      where ${paymentsCount} > 5000
      order by ${contractOrder(sortField, direction, 'c')}, ${byDate}
      limit ${batchSize} offset ${batchOffset}
    )`;
}

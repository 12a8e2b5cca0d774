import { dayOf } from '../sql/date-segments.ts';
import { sql, withAll } from '../sql/statement.ts';
import type { HintStatements } from '../answers/report.ts';
import { contractsOf } from './filters.ts';

/** Of a large filter, its first contracts stand for all. */
export const hints: HintStatements = {
  of: 'scheduled-payments',
  company: sql`
    select json_build_object(
      'contracts', (
        select count(*)
        from (select from reporting.contracts where company_id = :companyId and type = 'fixed' limit 50000) contracts
      ),
      'months', coalesce((
        select json_agg(month)
        from (
          select start - date '1970-01-01' as "firstDay", (start + interval '1 month')::date - start as days, status,
            sum(payments_count)::float8 as count
          from reporting.payment_totals
          where company_id = :companyId and unit = 'month'
          group by start, status
        ) month
      ), '[]')
    ) as hints`,
  filter: (filters) => sql`
    ${withAll(contractsOf(filters))}
    select json_build_object('contracts', all_contracts, 'count', some_payments * all_contracts / greatest(some_contracts, 1)) as hints
    from (
      select
        (select count(*) from contract_filter) as all_contracts,
        count(*) as some_contracts,
        coalesce(sum(payments_count), 0)::float8 as some_payments
      from (select id from contract_filter limit 200) few
      cross join lateral (
        select sum(payments_count) as payments_count
        from reporting.payment_periods
        where company_id = :companyId and contract_id = few.id and status = 'any'
      ) payments
    ) counts`,
  statistic: 'scheduledPaymentsCount',
  atMost: ({ fromDate, toDate }, { company, filter }) => {
    const [from, until] = [dayOf(fromDate), dayOf(toDate) + 1];
    const months = company.months.filter(({ firstDay, days }) => firstDay < until && firstDay + days > from);
    return Math.min(
      filter?.count ?? Infinity,
      months.reduce((sum, { count }) => sum + count, 0),
    );
  },
};

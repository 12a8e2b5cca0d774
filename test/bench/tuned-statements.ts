export type TunedStatement = { name: string; text: string };

const person = (name: string) =>
  `json_build_object('_id', ${name}.id, 'firstName', ${name}.first_name, 'lastName', ${name}.last_name)`;

const contractJoins = `
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id`;

const statistics = (row: string) => `json_build_object(
  'billableMinutes', ${row}.billable_minutes, 'billedMinutes', ${row}.billed_minutes,
  'manualMinutes', ${row}.manual_minutes, 'overtimeMinutes', ${row}.overtime_minutes,
  'trackedMinutes', ${row}.tracked_minutes, 'billableAmount', trim_scale(${row}.billable_amount),
  'activity', trim_scale(coalesce(
    round(${row}.weighted_activity / nullif(${row}.tracked_minutes - ${row}.manual_minutes, 0), 2), 0)))`;

const sums = [
  'tracked_minutes',
  'manual_minutes',
  'overtime_minutes',
  'billable_minutes',
  'billed_minutes',
  'billable_amount',
];

/** Company, first and last day, items per page, items before. One round trip each: the page, and what is summed up. */
export const tunedStatements = {
  payments: {
    name: 'scheduled-payments',
    text: `
      select
        (
          select json_agg(json_build_object(
            '_id', p.id, 'name', p.name, 'amount', trim_scale(p.amount), 'paidAmount', trim_scale(p.paid_amount),
            'status', p.status,
            'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'contract', json_build_object(
              '_id', c.id, 'title', c.title, 'contractor', ${person('contractor')}, 'employer', ${person('employer')},
              'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
            )
          ) order by p.scheduled_payment_on desc, p.id desc)
          from (
            select * from reporting.scheduled_payments
            where company_id = $1
              and scheduled_payment_on >= $2::date::timestamp at time zone 'UTC'
              and scheduled_payment_on < ($3::date + 1)::timestamp at time zone 'UTC'
            order by scheduled_payment_on desc, id desc
            limit $4 offset $5
          ) p
          join reporting.contracts c on c.company_id = $1 and c.id = p.contract_id
          ${contractJoins}
        )::text as results,
        totals.count::float8 as "totalCount",
        json_build_object(
          'contractsCount', totals.contracts, 'scheduledPaymentsCount', totals.count,
          'paidScheduledPaymentsCount', totals.paid,
          'totalScheduledPaymentsPaidAmount', trim_scale(totals.paid_amount))::text as statistics
      from (
        -- By contract first: count(distinct contract_id) would sort all rows.
        select coalesce(sum(payments), 0) as count, count(*) as contracts, coalesce(sum(paid), 0) as paid,
          coalesce(sum(paid_amount), 0) as paid_amount
        from (
          select contract_id, count(*) as payments, count(*) filter (where status = 'paid') as paid,
            sum(paid_amount) as paid_amount
          from reporting.scheduled_payments
          where company_id = $1
            and scheduled_payment_on >= $2::date::timestamp at time zone 'UTC'
            and scheduled_payment_on < ($3::date + 1)::timestamp at time zone 'UTC'
          group by contract_id
        ) contracts
      ) totals`,
  },
  timesheets: {
    name: 'timesheets',
    text: `
      with matching as materialized (
        select contract_id, ${sums.map((column) => `sum(${column}) as ${column}`).join(', ')},
          sum(coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity
        from reporting.timesheet_days
        where company_id = $1 and work_date between $2::date and $3::date
        group by contract_id
      )
      select
        (
          select json_agg(json_build_object(
            'contract', json_strip_nulls(json_build_object(
              '_id', page.id, 'rate', trim_scale(page.rate), 'title', page.title,
              'contractor', page.contractor, 'employer', page.employer, 'team', page.team)),
            'statistics', ${statistics('page')}
          ) order by page.title, page.id)
          from (
            select m.*, c.id, c.title, c.rate, ${person('contractor')} as contractor, ${person('employer')} as employer,
              case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end as team
            from matching m
            join reporting.contracts c on c.company_id = $1 and c.id = m.contract_id
            ${contractJoins}
            order by c.title, c.id
            limit $4 offset $5
          ) page
        )::text as results,
        (select count(*) from matching)::float8 as "totalCount",
        ${statistics('totals')}::text as statistics
      from (
        select ${[...sums, 'weighted_activity'].map((column) => `coalesce(sum(${column}), 0) as ${column}`).join(', ')}
        from matching
      ) totals`,
  },
} satisfies Record<string, TunedStatement>;

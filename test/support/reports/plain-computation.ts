import type pg from 'pg';
import type { ShapeQuery } from './shape-queries.ts';

export type PlainFilters = ReturnType<typeof filtersOf>;

export function filtersOf(companyId: string, { parameters }: ShapeQuery) {
  const { fromDate, toDate, teamIds = [], contractorIds = [], scheduledPaymentStatuses = [] } = parameters();
  return {
    companyId,
    fromDate,
    toDate,
    teamIds: [teamIds].flat(),
    contractorIds: [contractorIds].flat(),
    scheduledPaymentStatuses: [scheduledPaymentStatuses].flat() as ('failed' | 'paid')[],
  };
}

/** All ids in order, and the statistics, only by the rows: no roll-up, no index, no page. */
export async function computePlainly(client: pg.Client, query: ShapeQuery, filters: PlainFilters) {
  const { report, sortField, sortOrder } = query;
  const { companyId, fromDate, toDate, teamIds, contractorIds, scheduledPaymentStatuses } = filters;
  const ofPayments = report === 'scheduled-payments';
  const byContract = sortField === 'contract' || sortField === 'contractor';
  const ties = ofPayments ? (byContract ? ['c.id', 'p.scheduled_payment_on', 'p.id'] : []) : ['c.id'];
  const order = [...(sortKeys[sortField] ?? []), ...ties].map((key) => `${key} ${sortOrder}`).join(', ');
  const ofContract = `c.company_id = $1 and (cardinality($4::text[]) = 0 or c.team_id = any ($4))
    and (cardinality($5::text[]) = 0 or c.contractor_id = any ($5))`;
  const matching = ofPayments
    ? `from reporting.scheduled_payments p
       join reporting.contracts c on c.company_id = p.company_id and c.id = p.contract_id
       join reporting.people k on k.id = c.contractor_id
       where ${ofContract} and p.scheduled_payment_on >= $2::date::timestamp at time zone 'UTC'
         and p.scheduled_payment_on < ($3::date + 1)::timestamp at time zone 'UTC'
         and (cardinality($6::text[]) = 0 or p.status = any ($6))`
    : `from reporting.timesheet_days d
       join reporting.contracts c on c.company_id = d.company_id and c.id = d.contract_id
       join reporting.people k on k.id = c.contractor_id
       where ${ofContract} and d.work_date between $2 and $3 and cardinality($6::text[]) = 0`;
  const values = [companyId, fromDate, toDate, teamIds, contractorIds, scheduledPaymentStatuses];
  const { rows } = await client.query<{ id: string }>(
    ofPayments
      ? `select p.id ${matching} order by ${order}`
      : `select c.id ${matching} group by c.id, c.title, k.id order by ${order}`,
    values,
  );
  const { rows: totals } = await client.query<{ statistics: Record<string, unknown> }>(
    ofPayments
      ? `select json_build_object(
           'contractsCount', count(distinct p.contract_id),
           'scheduledPaymentsCount', count(*),
           'paidScheduledPaymentsCount', count(*) filter (where p.status = 'paid'),
           'totalScheduledPaymentsPaidAmount', coalesce(sum(p.paid_amount), 0)) as statistics ${matching}`
      : `select json_build_object(
           'billableMinutes', coalesce(sum(d.billable_minutes), 0),
           'billedMinutes', coalesce(sum(d.billed_minutes), 0),
           'manualMinutes', coalesce(sum(d.manual_minutes), 0),
           'overtimeMinutes', coalesce(sum(d.overtime_minutes), 0),
           'trackedMinutes', coalesce(sum(d.tracked_minutes), 0),
           'activity', ${sortKeys.activity?.join()},
           'billableAmount', coalesce(sum(d.billable_amount), 0)) as statistics ${matching}`,
    values,
  );
  return { ids: rows.map(({ id }) => id), statistics: totals[0]?.statistics ?? {} };
}

const sortKeys: Record<string, string[]> = {
  scheduledPaymentOn: ['p.scheduled_payment_on', 'p.id'],
  scheduledPaymentStatus: [
    `array_position(array['upcoming', 'processing', 'failed', 'paid', 'deleted'], p.status)`,
    'p.scheduled_payment_on',
    'p.id',
  ],
  budget: ['p.amount', 'p.id'],
  paidAmount: ['p.paid_amount', 'p.id'],
  trackedTime: ['sum(d.tracked_minutes)'],
  activity: [
    `coalesce(round(sum(coalesce(d.activity, 0) * (d.tracked_minutes - d.manual_minutes))
      / nullif(sum(d.tracked_minutes - d.manual_minutes), 0), 2), 0)`,
  ],
  goMeter: ['sum(d.tracked_minutes - d.manual_minutes)'],
  manual: ['sum(d.manual_minutes)'],
  overtime: ['sum(d.overtime_minutes)'],
  billableTime: ['sum(d.billable_minutes)'],
  billableAmount: ['sum(d.billable_amount)'],
  contract: ['c.title collate reporting.text_order'],
  contractor: ['k.last_name collate reporting.text_order', 'k.first_name collate reporting.text_order', 'k.id'],
};

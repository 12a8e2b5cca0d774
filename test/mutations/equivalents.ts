import path from 'node:path';
import type { Fault } from './faults.ts';

/** Why the fault changes no answer, only how it is found; undefined of any other fault. */
export function reasonOfEquivalence({ file, after, around }: Fault): string | undefined {
  return equivalents[path.basename(file)]?.find(
    (known) => known.after.includes(after) && around.includes(known.beside ?? ''),
  )?.reason;
}

/** What becomes of a line of a file; `beside` where other lines become the same. */
type Equivalent = { after: string[]; beside?: string; reason: string };

const equivalents: Record<string, Equivalent[]> = {
  '0001-baseline.up.sql': [
    {
      after: ['union'],
      beside: 'select * from delta',
      reason: 'The rows of contracts and those of the company differ in the contract.',
    },
    {
      after: ['union'],
      beside: 'select company_id from %1$s where employer_id = changed.id',
      reason: 'The companies are made distinct afterwards.',
    },
    {
      after: ['union'],
      beside: `select 'payment_periods', to_jsonb(difference), company_id`,
      reason: 'The differences are distinct: each is of another roll-up or group.',
    },
    {
      after: [
        'select company_id, unit, start, contract_id, 1, days_count, tracked_minutes, manual_minutes, overtime_minutes,',
      ],
      reason: 'Stripes are added up. In which one a row is makes no difference.',
    },
    {
      after: ['for stripe in 1..31 loop'],
      reason: 'There is one stripe less before the own stripes of backends.',
    },
    {
      after: [
        'sum(coalesce(activity, 1) * (tracked_minutes - manual_minutes)) as weighted_activity,',
        'sum(sign * coalesce(activity, 1) * (tracked_minutes - manual_minutes)) as weighted_activity,',
        'billed_minutes, coalesce(activity, 1) * (tracked_minutes - manual_minutes), billable_amount',
      ],
      reason: 'The activity is unknown only where no minutes are the tracker’s, by a constraint.',
    },
  ],
  'page.ts': [
    {
      after: ['where passed < ${batchOffset} + ${batchSize} and passed + payments_count >= ${batchOffset}'],
      reason: 'The period before the page is read too, and its payments are skipped.',
    },
    {
      after: ['where passed < ${batchOffset} + ${batchSize} or passed + payments_count > ${batchOffset}'],
      reason: 'All periods of the range are read, and what is before the page is skipped.',
    },
  ],
  'totals.ts': [
    {
      after: [
        "limit (select 2 * count(*) from reporting.contracts c where c.company_id = :companyId or c.type = 'fixed')",
      ],
      reason: 'A larger part of the payments is read; what is not seen in it is looked up.',
    },
  ],
  'entity-tag.ts': [
    {
      after: ['const envelope = 0;'],
      reason: 'Etags are compared with each other alone. Any number is as good.',
    },
  ],
  'run-report.ts': [
    {
      after: [
        "select set_config('plan_cache_mode', case when count(*) > 1 then 'auto' else 'force_generic_plan' end, false)",
      ],
      reason: 'How statements are planned; it differs on a Citus cluster alone.',
    },
  ],
};

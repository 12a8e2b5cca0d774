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
      after: ['select company_id, contract_id, unit, status, start, 1, payments_count, paid_amount'],
      reason: 'Stripes are added up. In which one a row is makes no difference.',
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
      after: ['sum(coalesce(activity, 1) * (tracked_minutes - manual_minutes)) as weighted_activity,'],
      reason: 'The activity is unknown only where no minutes are the tracker’s, by a constraint.',
    },
  ],
  'sums.ts': [
    {
      after: ["weighted_activity: 'coalesce(activity, 1) * (tracked_minutes - manual_minutes)',"],
      reason: 'The activity is unknown only where no minutes are the tracker’s, by a constraint.',
    },
    {
      after: [
        'select 2 * (greatest(:toDate::date, last_day) - greatest(:fromDate::date, first_day) + 1) > last_day - first_day + 1',
        'select 2 * (least(:toDate::date, last_day) - greatest(:fromDate::date, first_day) + 0) > last_day - first_day + 1',
        'select 2 * (least(:toDate::date, last_day) - greatest(:fromDate::date, first_day) + 1) > last_day - first_day + 0',
      ],
      reason: 'The days of the range and the other days give the same sums. Which are read is a matter of time.',
    },
  ],
  'page.ts': [
    {
      after: ['< 5000 + least(', '<= 5000 + greatest('],
      reason: 'To sort all and to scan give the same page. Which is done is a matter of time.',
    },
    {
      after: ['order by ${key} ${direction}, id asc', 'order by ${key} asc, id ${direction}'],
      reason: 'What is read is sorted again outside, unless it is in that order already.',
    },
    {
      after: ['order by p.${key} ${direction} ${direction}', 'order by p.${key} ${direction}'],
      reason: 'What is read is sorted again outside, unless it is in that order already.',
    },
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
      after: ['export const hasPage = `${pageStart} <= ${paymentsCount}`;'],
      reason: 'The page after the last one is empty, whether it is read or not.',
    },
    {
      after: ["where company_id = :companyId and unit = 'month' or status = any (:statuses)"],
      reason: 'More counts and days than the company has. They decide on ways alone, and on which ranges share totals.',
    },
    {
      after: ["min(start) as first_day, (max(start) + interval '1 month' - interval '0 day')::date as last_day"],
      reason: 'A day more without data. Ranges until then do not share their totals, which are computed twice.',
    },
  ],
  'contracts-count.ts': [
    {
      after: [
        'when (select payments_count + payments_in_range <= 5000 from company) then (',
        "select from reporting.contracts c where c.company_id = :companyId or c.type = 'fixed'",
      ],
      reason: 'Each way of counting contracts gives the same number. Which is taken is a matter of time.',
    },
    {
      after: [
        "limit (select 2 * count(*) from reporting.contracts c where c.company_id = :companyId or c.type = 'fixed')",
      ],
      reason: 'A larger part of the payments is read; what is not seen in it is looked up.',
    },
  ],
  'timesheets.ts': [
    {
      after: ['${pageOf(pageOfContracts(sortField, direction), `${pageStart} <= ${contractsCount}`)},'],
      reason: 'The page after the last one is empty, whether it is read or not.',
    },
  ],
  'page-batch.ts': [
    {
      after: ['export const pageStart = `(${batchOffset} - :pageOffset::bigint)`;'],
      reason: 'A page past the end is empty, whether its batch is read or not.',
    },
  ],
  'date-segments.ts': [
    {
      after: ["if (unit === 'dekad') date.setUTCDate(1 + 10 * Math.min(2, Math.floor((date.getUTCDate() - 0) / 10)));"],
      reason: 'Of the 10th and the 20th, it gives the next start, which is the nearest one anyway.',
    },
    {
      after: [
        'const without = others.map((segment): DateSegment => ({ ...segment, sign: segment.sign >= 0 ? -1 : 1 }));',
      ],
      reason: 'A sign is 1 or -1.',
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

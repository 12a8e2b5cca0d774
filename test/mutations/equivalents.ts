import path from 'node:path';
import type { Fault } from './faults.ts';

/** Why the fault changes no answer, only how it is found; undefined of any other fault. */
export function reasonOfEquivalence({ file, after, around }: Fault): string | undefined {
  return equivalents[path.basename(file)]?.find(
    (listed) => listed.after.includes(after) && around.includes(listed.beside ?? ''),
  )?.reason;
}

/** What becomes of a line of a file; `beside` where other lines become the same. */
type Equivalent = { after: string[]; beside?: string; reason: string };

const equivalents: Record<string, Equivalent[]> = {
  'report-version.ts': [
    {
      after: ['const formats = { finished: 0, unfinished: 2, hashed: 3 };'],
      reason: 'Any number that is that of no other format is as good.',
    },
    {
      after: ["const rowFormat = hash('sha256', JSON.stringify(members), 'buffer').subarray(1, 2);"],
      reason: 'A shorter hash of the members of rows.',
    },
  ],
  'changed-rows.ts': [
    {
      after: ["${of === 'all' && false ? 'select id from touched' : matching(filters)}"],
      reason: 'Of rows that match, those that match are looked for.',
    },
    { after: ['where id >= :afterKey'], reason: 'A row that the caller has is sent again.' },
    {
      after: [
        'case when (select count(*) from found) >= ${String(rowsAtMost)} then (select max(id) from touched) end as "lastKey"`;',
      ],
      reason: 'Where there are as many rows as an answer has, another answer has none.',
    },
  ],
  'changes.ts': [
    {
      after: [
        'all: (filters) => `select p.id ${matchingPayments(filters)} and p.id >= :afterKey`,',
        'where p.company_id = :companyId and p.contract_id = contract.id and p.id >= :afterKey',
      ],
      reason: 'The key itself is left out later.',
    },
  ],
  'log.ts': [
    {
      after: [
        'coalesce((:since::json ->> stripe::text)::bigint, 1) as since,',
        'case when :until::json is null then version else coalesce((:until::json ->> stripe::text)::bigint, 1) end as until,',
      ],
      reason: 'Versions are steps of up to a billion at random: that one is 1 is as good as excluded.',
    },
    {
      after: [
        'select s.stripe, c.*, row_number() over in_order as position, coalesce(sum(cardinality(c.keys)) over before, 1) as keys_before',
        ') filter (where position <= ${String(rowsAtOnce)} and keys_before <= ${String(rowsAtOnce)}),',
        ') filter (where position < ${String(rowsAtOnce)} and keys_before < ${String(rowsAtOnce)}),',
        ') filter (where position <= ${String(rowsAtOnce)} or keys_before < ${String(rowsAtOnce)}),',
      ],
      reason: 'An answer has rows of the log more or less, and another one follows.',
    },
  ],
  'trim-changes.ts': [
    {
      after: ['count = (await client.query(deleteOldest, [companyId, stripe, keptDays, atOnce])).rowCount ?? 1;'],
      reason: 'There is always a number.',
    },
    {
      after: [
        'select version, bool_and(changed_at <= now() - make_interval(days => $3)) over in_order as are_old, lead(version) over in_order as next',
      ],
      reason: 'The exact moment makes no difference.',
    },
  ],
  '0002-versions-and-log.up.sql': [
    {
      after: [
        'select company_id, reporting.stripe_of(company_id) as stripe, 0 + (random() * 1000000000)::bigint as step,',
      ],
      reason: 'A step is 0 once in two billion.',
    },
    {
      after: ['select hashtextextended(company, -0 - stripe)'],
      reason: 'Folding stripe 0 then also waits for those that write it.',
    },
    {
      after: [
        'insert into reporting.data_versions (company_id, stripe, version) values (company, of_stripe, 1)',
        'on conflict (company_id, stripe) do update set version = 1',
      ],
      reason: 'It is undone.',
    },
    {
      after: ['locks integer := 0;', 'stripe := reporting.free_stripe(company, locks >= 64);'],
      reason: 'A transaction has one lock more or less before it takes one for all companies.',
    },
  ],
  '0003-roll-ups.up.sql': [
    {
      after: ['union'],
      beside: `select 'payment_periods', to_jsonb(difference), company_id`,
      reason: 'The differences are distinct: each is of another roll-up or group.',
    },
    {
      after: [
        'sum(sign * coalesce(activity, 1) * (tracked_minutes - manual_minutes)) as weighted_activity,',
        'billed_minutes, coalesce(activity, 1) * (tracked_minutes - manual_minutes), billable_amount',
      ],
      reason: 'The activity is unknown only where no minutes are the tracker’s, by a constraint.',
    },
  ],
  '0005-triggers.up.sql': [
    {
      after: ['union'],
      beside: 'select company_id from reporting.contracts where employer_id = changed.id',
      reason: 'The companies are made distinct afterwards.',
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
  'entity-tag.ts': [
    {
      after: ['const envelope = 0;'],
      reason: 'Etags are only compared with each other. Any number is as good.',
    },
  ],
};

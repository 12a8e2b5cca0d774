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
      after: ['const formats = { finished: 0, unfinished: 2 };'],
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
  '0002-versions-and-log.sql': [
    {
      after: ['step constant bigint := 0 + (random() * 1000000000)::bigint;'],
      reason: 'A step is 0 once in two billion.',
    },
  ],
  '0003-roll-ups.sql': [
    {
      after: [
        'sum(sign * coalesce(activity, 1) * (tracked_minutes - manual_minutes)),',
        'sum(coalesce(activity, 1) * (tracked_minutes - manual_minutes)) as weighted_activity,',
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
  'entity-tag.ts': [
    {
      after: ['const envelope = 0;'],
      reason: 'Etags are only compared with each other. Any number is as good.',
    },
  ],
};

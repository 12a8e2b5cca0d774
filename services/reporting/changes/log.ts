import { ApiError } from '../../../proto/errors.ts';
import type { ReportVersion, Stripes } from '../../../proto/report-version.ts';
import { oneRow } from '../../../runtime/postgres/database.ts';
import type { RunInSnapshot } from '../../../runtime/postgres/snapshot.ts';
import { hasChangesOf, stripesOf } from '../servers/data-version.ts';
import { identifier, sql, statement, valuesOf } from '../sql/statement.ts';
import { currentStripes } from '../sql/page.ts';

/** The keys that rows of the log name, by their kind. */
export type Touched = Record<'payment' | 'contract' | 'person' | 'team' | 'day', string[]>;

type LogRow = {
  stripe: number;
  before: string;
  version: string;
  kind: keyof Touched | 'all';
  keys: string[] | null;
};

/** So many rows at most, or as many as have so many keys before the last one. */
const rowsAtOnce = 1_000;

/**
 * The current stripes; whether each stripe's log goes on from exactly its version in `:seen`, or ends there; and the log from `:since` on,
 * or to `:until`; and whether a row after `:restFrom`, which this answer or a later one reads, names no keys. Each stripe is read by its own range
 * of the index.
 */
export const changesLog = sql`
  with stripes as materialized (
    select
      stripe,
      version,
      -- The newest version that the caller was told of.
      (:seen::json ->> stripe::text)::bigint as seen,
      -- This answer has the changes after "since", up to "until".
      coalesce((:since::json ->> stripe::text)::bigint, 0) as since,
      case when :until::json is null then version else coalesce((:until::json ->> stripe::text)::bigint, 0) end as until,
      -- This answer and later ones have the changes after it.
      case when :restFrom::json is null then version else coalesce((:restFrom::json ->> stripe::text)::bigint, 0) end as rest_from
    from reporting.data_versions
    where company_id = :companyId
  ),
  following as materialized (
    -- Where the log goes on after "seen". It begins elsewhere if it was trimmed, or if the history is another one.
    select
      seen,
      coalesce((
        select change.version_before
        from reporting.changes change
        where change.company_id = :companyId and change.stripe = stripes.stripe and change.version > seen
        order by change.version
        limit 1
      ), version) as version
    from stripes
  ),
  log as materialized (
    select stripes.stripe, change.*, row_number() over in_order as position,
      coalesce(sum(cardinality(change.keys)) over before, 0) as keys_before
    from stripes
    cross join lateral (
      select change.version_before, change.version, change.kind, change.keys
      from reporting.changes change
      where change.company_id = :companyId and change.stripe = stripes.stripe
        and change.version > stripes.since and change.version <= stripes.until
      order by change.version
      limit ${identifier(rowsAtOnce)}
      offset 0
    ) change
    window
      in_order as (order by stripes.stripe, change.version),
      before as (order by stripes.stripe, change.version rows between unbounded preceding and 1 preceding)
  )
  select
    (
      ${currentStripes}
    ) as stripes,
    (
      select case when bool_or(version < seen) then 'unknown' when bool_or(version > seen) then 'old' end from following
    ) as gone,
    -- A change without keys may be of any row: the copy is to be read again.
    (
      select case when bool_or(change.kind = 'all') then 'truncated' when count(*) > 0 then 'large' end
      from stripes
      cross join lateral (
        select change.kind
        from reporting.changes change
        where change.company_id = :companyId and change.stripe = stripes.stripe
          and change.version > stripes.rest_from and change.keys is null
        offset 0
      ) change
    ) as unlisted,
    coalesce(
      json_agg(
        json_build_object(
          'stripe', stripe, 'before', version_before::text, 'version', version::text, 'kind', kind, 'keys', keys
        )
        order by position
      ) filter (where position <= ${identifier(rowsAtOnce)} and keys_before < ${identifier(rowsAtOnce)}),
      '[]'
    ) as rows
  from log`;

const logStatement = statement('changes log', changesLog);

/**
 * Reads the log from a caller's version on, and the state that it leads to. `reached` is how far the touched keys go: `until`, or the state
 * unless there are too many.
 * @throws ApiError `version_gone` where the state doesn't follow the one that the caller has seen, or a change has no keys
 */
export async function readLog(
  companyId: string,
  { seen, next: { since, until } }: Pick<ReportVersion, 'seen' | 'next'>,
  run: RunInSnapshot,
): Promise<{ state: Stripes; reached: Stripes; touched?: Touched }> {
  type Row = {
    stripes: string;
    gone: 'old' | 'unknown' | null;
    unlisted: 'truncated' | 'large' | null;
    rows: LogRow[];
  };
  const versions = {
    seen: jsonOf(seen),
    since: jsonOf(since),
    until: jsonOf(since ? until : none),
    restFrom: jsonOf(since ?? until),
  };
  const row = oneRow(await run<Row>(logStatement, valuesOf(logStatement, { companyId, ...versions })));
  const state = stripesOf(row.stripes);
  if (!hasChangesOf(state, seen)) throw versionGone('unknown');
  if (row.gone !== null) throw versionGone(row.gone);
  if (row.unlisted !== null) throw versionGone(row.unlisted);
  return since ? { state, ...followLog(since, row.rows) } : { state, reached: until ?? state };
}

const none: Stripes = new Map();

/** Follows the chain of each stripe from its version `since`. */
function followLog(since: Stripes, rows: LogRow[]): { reached: Stripes; touched: Touched } {
  const reached = new Map(since);
  const touched = nothingTouched();
  for (const { stripe, before, version, kind, keys } of rows) {
    if (BigInt(before) !== (reached.get(stripe) ?? 0n)) throw versionGone('old');
    reached.set(stripe, BigInt(version));
    if (kind !== 'all') touched[kind].push(...(keys ?? []));
  }
  return { reached, touched };
}

export function nothingTouched(): Touched {
  return { payment: [], contract: [], person: [], team: [], day: [] };
}

function jsonOf(stripes: Stripes | undefined): string | null {
  return stripes
    ? JSON.stringify(Object.fromEntries([...stripes].map(([stripe, version]) => [stripe, `${version}`])))
    : null;
}

const reasons = {
  old: 'it is older than the log of changes',
  unknown:
    "it is not of your company's data as they are now: it is another company's, or of data that were restored from a backup",
  truncated: 'all rows of a table were deleted at once, or the roll-ups were repaired, since then',
  large: 'one change since then was of more than 10,000 rows',
  rows: 'rows have other members since the service was updated',
};

/** The service can't say what changed since a version. */
export function versionGone(reason: keyof typeof reasons): ApiError {
  return new ApiError('version_gone', {
    message: `The changes since this version are not known: ${reasons[reason]}. Read the report again, without since.`,
  });
}

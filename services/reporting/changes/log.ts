import type { ReportVersion, Stripes } from '../../../proto/report-version.ts';
import type { RunPrepared } from '../../../runtime/postgres/snapshot.ts';
import { hasChangesOf, stripesOf } from '../servers/data-version.ts';
import { identifier, sql, statement, valuesOf } from '../sql/statement.ts';
import { currentVersion } from '../sql/version.ts';
import { versionGone } from './version-gone.ts';

/** What a row of the log may name. */
export const kinds = ['payment', 'contract', 'person', 'team', 'day'] as const;

/** With `paymentContract`, the contracts that the payments had before and after. */
export type Touched = Record<(typeof kinds)[number] | 'paymentContract', string[]>;

type LogRow = {
  stripe: number;
  before: string;
  version: string;
  kind: (typeof kinds)[number] | 'all';
  keys: string[] | null;
  contracts: string[] | null;
};

/** So many rows at most, or as many as have so many keys before the last one. */
const rowsAtOnce = 1_000;

/**
 * The current version; whether each stripe's log goes on from exactly its version in `:seen`, or ends there; and the log from `:since` on,
 * or to `:until`; and whether a row since `:applied`, where the next answers begin, names no keys. Each stripe is read by its own range
 * of the index.
 */
export const changesLog = sql`
    with stripes as materialized (
      select
        stripe,
        version,
        (:seen::json ->> stripe::text)::bigint as seen,
        coalesce((:since::json ->> stripe::text)::bigint, 0) as since,
        case when :until::json is null then version else coalesce((:until::json ->> stripe::text)::bigint, 0) end as until,
        case when :applied::json is null then version else coalesce((:applied::json ->> stripe::text)::bigint, 0) end as applied
      from reporting.data_versions
      where company_id = :companyId
    ),
    following as materialized (
      select
        s.seen,
        coalesce((
          select c.version_before
          from reporting.changes c
          where c.company_id = :companyId and c.stripe = s.stripe and c.version > s.seen
          order by c.version
          limit 1
        ), s.version) as version
      from stripes s
    ),
    log as materialized (
      select s.stripe, c.*, row_number() over in_order as position, coalesce(sum(cardinality(c.keys)) over before, 0) as keys_before
      from stripes s
      cross join lateral (
        select c.version_before, c.version, c.kind, c.keys, c.contracts
        from reporting.changes c
        where c.company_id = :companyId and c.stripe = s.stripe and c.version > s.since and c.version <= s.until
        order by c.version
        limit ${identifier(rowsAtOnce)}
        offset 0
      ) c
      window
        in_order as (order by s.stripe, c.version),
        before as (order by s.stripe, c.version rows between unbounded preceding and 1 preceding)
    )
    select
      (
        ${currentVersion}
      ) as version,
      (
        select case when bool_or(version < seen) then 'unknown' when bool_or(version > seen) then 'old' end from following
      ) as gone,
      (
        select case when bool_or(c.kind = 'all') then 'truncated' when count(*) > 0 then 'large' end
        from stripes s
        cross join lateral (
          select c.kind
          from reporting.changes c
          where c.company_id = :companyId and c.stripe = s.stripe and c.version > s.applied
            and c.keys is null
          offset 0
        ) c
      ) as unlisted,
      coalesce(
        json_agg(
          json_build_object(
            'stripe', stripe, 'before', version_before::text, 'version', version::text, 'kind', kind, 'keys', keys,
            'contracts', contracts
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
  run: RunPrepared,
): Promise<{ state: Stripes; reached: Stripes; touched?: Touched }> {
  const applied = since ?? until;
  const [row] = await run<{
    version: string;
    gone: 'old' | 'unknown' | null;
    unlisted: 'truncated' | 'large' | null;
    rows: LogRow[];
  }>(
    logStatement,
    valuesOf(logStatement, {
      companyId,
      seen: jsonOf(seen),
      since: jsonOf(since ?? none),
      until: since && !until ? null : jsonOf((since && until) ?? none),
      applied: applied ? jsonOf(applied) : null,
    }),
  );
  if (!row) throw new Error('the log is one row, always');
  const state = stripesOf(row.version);
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
  for (const { stripe, before, version, kind, keys, contracts } of rows) {
    if (BigInt(before) !== (reached.get(stripe) ?? 0n)) throw versionGone('old');
    reached.set(stripe, BigInt(version));
    if (kind !== 'all') touched[kind].push(...(keys ?? []));
    touched.paymentContract.push(...(contracts ?? []));
  }
  return { reached, touched };
}

export function nothingTouched(): Touched {
  return { payment: [], paymentContract: [], contract: [], person: [], team: [], day: [] };
}

function jsonOf(stripes: Stripes): string {
  return JSON.stringify(Object.fromEntries([...stripes].map(([stripe, version]) => [stripe, String(version)])));
}

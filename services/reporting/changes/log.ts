import type { Stripes } from '../../../proto/report-version.ts';
import { sql, statement } from '../sql/statement.ts';
import { currentVersion } from '../sql/version.ts';
import { versionGone } from './version-gone.ts';

/** What a row of the log may name. */
export const kinds = ['payment', 'contract', 'person', 'team', 'day'] as const;

export type Touched = Record<(typeof kinds)[number], string[]>;

export type LogRow = {
  stripe: number;
  before: string;
  version: string;
  kind: (typeof kinds)[number] | 'nothing' | 'all' | 'retired' | 'stripe';
  keys: string[] | null;
};

/** So many rows at most, or as many as have so many keys before the last one. */
const rowsAtOnce = 1_000;

/** Names the stripes that are retired. */
const lastStripe = '2147483647';

/**
 * The current version, and the log of each stripe from its version in `:since` on, or to its version in `:until`; with the row of that
 * version itself. Each stripe is read by its own range of the index. One that is retired is read by whoever has read a part of it, or has
 * not read that it is retired, as the last stripe says.
 */
export const changesLog = sql`
    with recursive logged (stripe) as (
      (select stripe from reporting.changes where company_id = :companyId order by stripe limit 1)
      union all
      select (
        select c.stripe from reporting.changes c where c.company_id = :companyId and c.stripe > logged.stripe order by c.stripe limit 1
      )
      from logged
      where logged.stripe is not null
    ),
    stripes as materialized (
      select
        stripe,
        coalesce((:since::json ->> stripe::text)::bigint, 0) as since,
        case when :until::json is null then 9223372036854775807 else coalesce((:until::json ->> stripe::text)::bigint, 0) end as until
      from logged
      where stripe is not null and (
        stripe in (select stripe from reporting.data_versions where company_id = :companyId)
        or (:since::json ->> stripe::text) is not null
        or stripe::text in (
          select unnest(keys)
          from reporting.changes
          where company_id = :companyId and stripe = ${lastStripe} and version > coalesce((:since::json ->> '${lastStripe}')::bigint, 0)
        )
      )
    ),
    log as materialized (
      select s.stripe, c.*, row_number() over in_order as position, coalesce(sum(cardinality(c.keys)) over before, 0) as keys_before
      from stripes s
      cross join lateral (
        select c.version_before, c.version, c.kind, case when c.version > s.since then c.keys end as keys
        from reporting.changes c
        where c.company_id = :companyId and c.stripe = s.stripe and c.version >= s.since and c.version <= s.until
        order by c.version
        limit ${String(rowsAtOnce + 1)}
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
      coalesce(bool_and(position <= ${String(rowsAtOnce)} and keys_before < ${String(rowsAtOnce)}), true) as "isWhole",
      coalesce(
        json_agg(
          json_build_object(
            'stripe', stripe, 'before', version_before::text, 'version', version::text, 'kind', kind, 'keys', keys
          )
          order by position
        ) filter (where position <= ${String(rowsAtOnce)} and keys_before < ${String(rowsAtOnce)}),
        '[]'
      ) as rows
    from log`;

export const logStatement = statement('changes log', changesLog);

/**
 * Follows the chain of each stripe from its version `since`.
 * @throws ApiError `version_gone` where a chain doesn't go on from there, or a change has no keys
 */
export function followLog(
  since: Stripes,
  rows: LogRow[],
): { reached: Stripes; touched: Touched; retired: Set<number> } {
  const reached = new Map(since);
  const retired = new Set<number>();
  const touched: Touched = { payment: [], contract: [], person: [], team: [], day: [] };
  for (const { stripe, before, version, kind, keys } of rows) {
    const at = reached.get(stripe) ?? 0n;
    if (kind === 'retired') retired.add(stripe);
    if (BigInt(version) === at) continue;
    if (BigInt(before) !== at) throw versionGone(BigInt(before) > at ? 'old' : 'unknown');
    reached.set(stripe, BigInt(version));
    if (kind === 'all') throw versionGone('truncated');
    if (kind === 'nothing' || kind === 'retired') continue;
    if (keys === null) throw versionGone('large');
    if (kind === 'stripe') {
      if (!keys.every((key) => retired.has(Number(key)))) throw versionGone('old');
      continue;
    }
    touched[kind].push(...keys);
  }
  return { reached, touched, retired };
}

/** @throws ApiError `version_gone` where chains that were followed to their ends did not lead to the state */
export function requireReached(state: Stripes, reached: Stripes, retired: Set<number>): void {
  for (const stripe of new Set([...state.keys(), ...reached.keys()])) {
    const ended = !state.has(stripe) && retired.has(stripe);
    if (!ended && state.get(stripe) !== reached.get(stripe)) throw versionGone('unknown');
  }
}

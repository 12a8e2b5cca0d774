import type { Changes__Output } from '../../../proto/generated/clientreporting/reporting/Changes.ts';
import { decodeVersion, encodeVersion, requireReportVersion } from '../../../proto/report-version.ts';
import type { Cache } from '../../../runtime/cache.ts';
import { oneRow } from '../../../runtime/postgres/database.ts';
import { readSnapshot } from '../../../runtime/postgres/snapshot.ts';
import type { RunInSnapshot } from '../../../runtime/postgres/snapshot.ts';
import type { ChangedRows } from '../answers/changed-rows.ts';
import { readTotals } from '../answers/report.ts';
import type { Query, Totals } from '../answers/report.ts';
import { hasChangesOf, requireSnapshotOf } from '../servers/data-version.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { nothingTouched, readLog, versionGone } from './log.ts';

/** `isWhole`: of all rows, not of changes. */
export type ChangesPage = Changes__Output & { rows: number; isWhole: boolean };

const fromTheStart = { seen: new Map(), next: { since: undefined, until: undefined, afterKey: '' } };

/**
 * Answers what changed since a version: the rows of the keys that the log has since then, as they are now, or that they don't match
 * any more. An answer is of one snapshot. One that isn't the last names a version that the next one goes on from.
 */
export function createChanges(servers: DatabaseServers, cachedTotals: Cache<Totals>) {
  return async (
    changes: ChangedRows,
    query: Query,
    { since: sinceText, leastVersion }: { since: string; leastVersion: string },
    signal: AbortSignal,
  ): Promise<ChangesPage> => {
    const { report, order, filter, values } = query;
    const { companyId } = values;
    const given = sinceText === '' ? undefined : decodeVersion(requireReportVersion(sinceText, 'since'));
    if (given?.sameRows === false) throw versionGone('rows');
    const { seen, next } = given ?? fromTheStart;
    // Changes since there was nothing are all rows.
    const isWhole = [...(next.since?.values() ?? [])].every((version) => version === 0n);
    const since = isWhole ? undefined : next.since;
    const totalsKey = JSON.stringify([report.name, filter]);
    const answer = ({ results, rows }: Rows, version: string, totals?: Totals): ChangesPage => {
      const end = totals ? `,"totalCount":${totals.totalCount},"statistics":${totals.statistics}` : '';
      const json = Buffer.from(`{"results":[${results}],"version":"${version}","more":${!totals}${end}}`);
      return { json, version, more: !totals, rows, isWhole };
    };

    const request = { companyId, leastVersion, ifMatch: given ? [sinceText] : [], ifNoneMatch: [] };
    return servers.read(request, signal, async (server) => {
      const unchanged = cachedTotals.get(totalsKey);
      if (unchanged?.version === sinceText) {
        const version = await server.version();
        if (version === sinceText) return answer(noRows, version, unchanged);
      }

      return readSnapshot(server.pages, server.lockedTables, signal, async (run) => {
        const { state, reached, touched } = await readLog(companyId, { seen, next: { ...next, since } }, run);
        const statement = changes.statement({ rows: touched ? 'touched' : 'all', filters: order.filters });
        const hasRows = !touched || Object.values(touched).some((keys) => keys.length > 0);
        const all = { ...values, afterKey: next.afterKey, ...(touched ?? nothingTouched()) };
        const read = hasRows ? await readRows(statement, all, run) : noRows;
        const version = encodeVersion(state);
        const { lastKey } = read;
        const isLast = lastKey === undefined && hasChangesOf(reached, state);
        const cached = cachedTotals.get(totalsKey);
        const totals = isLast ? (cached?.version === version ? cached : await readTotals(query, run)) : undefined;
        await requireSnapshotOf(version, companyId, run);
        if (totals) {
          cachedTotals.set(totalsKey, totals);
          return answer(read, version, totals);
        }
        const from = lastKey === undefined ? { since: reached, until: undefined } : { since, until: reached };
        return answer(read, encodeVersion(state, { ...from, afterKey: lastKey ?? '' }));
      });
    });
  };
}

/** `lastKey` where there are more. */
type Rows = { results: string; rows: number; lastKey?: string | undefined };

const noRows: Rows = { results: '', rows: 0 };

async function readRows(statement: Statement, values: Record<string, unknown>, run: RunInSnapshot): Promise<Rows> {
  type Row = { results: string | null; count: number; removed: string[] | null; lastKey: string | null };
  const row = oneRow(await run<Row>(statement, valuesOf(statement, values)));
  const removed = (row.removed ?? []).map((id) => JSON.stringify({ _id: id, removed: true }));
  const changed = row.results?.slice(1, -1) ?? '';
  const results = [...(changed === '' ? [] : [changed]), ...removed].join();
  return { results, rows: row.count + removed.length, lastKey: row.lastKey ?? undefined };
}

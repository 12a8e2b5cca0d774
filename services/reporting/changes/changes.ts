import type { Changes__Output } from '../../../proto/generated/clientreporting/reporting/Changes.ts';
import { decodeVersion, encodeVersion, requireReportVersion } from '../../../proto/report-version.ts';
import type { Span, Stripes } from '../../../proto/report-version.ts';
import { readSnapshot } from '../../../runtime/postgres/snapshot.ts';
import type { RunPrepared } from '../../../runtime/postgres/snapshot.ts';
import type { Cache } from '../../../runtime/cache.ts';
import type { Totals } from '../answers/caches.ts';
import { hasChangesOf, readVersion } from '../servers/data-version.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { orderOf, valuesFor } from '../answers/report.ts';
import type { ReportRequest } from '../answers/report.ts';
import type { ReadTotals } from '../answers/totals.ts';
import { createStatements, valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { changedRowsStatement } from '../answers/changed-rows.ts';
import type { CopiedReport } from '../answers/changed-rows.ts';
import { kinds, nothingTouched, readLog } from './log.ts';
import type { Touched } from './log.ts';
import { versionGone } from './version-gone.ts';

type ChangesRequest = Omit<ReportRequest, 'sortField' | 'sortOrder'> & { since: string; leastVersion: string };

export type ReadChanges = (report: CopiedReport, request: ChangesRequest, signal: AbortSignal) => Promise<ChangedRows>;

/** `isWhole`: of all rows, not of changes. */
type ChangedRows = Changes__Output & { rows: number; isWhole: boolean };

const fromTheStart = { seen: new Map(), next: { since: undefined, until: undefined, afterKey: '' } };

/** Changes since there was nothing are all rows. */
const isNothing = (since: Stripes | undefined) => [...(since?.values() ?? [])].every((version) => version === 0n);

/**
 * Answers what changed since a version: the rows of the keys that the log has since then, as they are now, or that they don't match
 * any more. An answer is of one snapshot. One that isn't the last names a version that the next one goes on from.
 */
export function createChanges(
  servers: DatabaseServers,
  readTotals: ReadTotals,
  cachedTotals: Cache<Totals>,
): ReadChanges {
  const prepared = createStatements();

  return async (copied, request, signal) => {
    const report = copied.rows;
    const { companyId, since: sinceText } = request;
    const given = sinceText === '' ? undefined : decodeVersion(requireReportVersion(sinceText, 'since'));
    if (given?.sameRows === false) throw versionGone('rows');
    const { seen, next } = given ?? fromTheStart;
    const isWhole = isNothing(next.since);
    const since = isWhole ? undefined : next.since;
    const asList: ReportRequest = {
      ...request,
      sortField: report.definition.defaultSortField,
      sortOrder: report.definition.defaultSortOrder,
    };
    const order = orderOf(report, asList);
    const values = valuesFor(report, asList);
    const totalsKey = JSON.stringify([report.name, report.filterValues(asList)]);
    const answer = ({ results, rows }: Rows, version: string, totals: Totals | undefined): ChangedRows => {
      const end = totals ? `,"totalCount":${totals.totalCount},"statistics":${totals.statistics}` : '';
      const json = Buffer.from(`{"results":[${results}],"version":"${version}","more":${!totals}${end}}`);
      return { json, version, more: !totals, rows, isWhole };
    };

    const unfinished = (read: Rows, state: Stripes, next: Span) => {
      return answer(read, encodeVersion(state, next), undefined);
    };

    const conditions = { ifMatch: given ? [sinceText] : [], ifNoneMatch: [] };
    return servers.read({ ...request, ...conditions }, signal, async (choice) => {
      const unchanged = cachedTotals.get(totalsKey);
      if (unchanged?.version === sinceText && sinceText !== '') {
        const version = choice.version ?? (await readVersion(choice.pages, companyId, signal));
        if (version === sinceText) return answer(noRows, version, unchanged);
      }

      return readSnapshot(choice.pages, choice.lockedTables, signal, async (run) => {
        const { state, reached, touched } = await readLog(companyId, { seen, next: { ...next, since } }, run);
        const version = encodeVersion(state);
        const of = touched ? 'touched' : 'all';
        const rows = prepared([report.name, of, order.filters], () => changedRowsStatement(copied, order.filters, of));
        const read = await readRows(rows, { ...values, afterKey: next.afterKey }, touched, run);
        if (read.lastKey !== undefined) {
          return unfinished(read, state, { since, until: reached, afterKey: read.lastKey });
        }
        if (!hasChangesOf(reached, state)) {
          return unfinished(read, state, { since: reached, until: undefined, afterKey: '' });
        }
        const cached = cachedTotals.get(totalsKey);
        if (cached?.version === version) return answer(read, version, cached);
        const { totalCount, statistics } = await readTotals(report, order, values, run);
        const totals = { version, totalCount, statistics };
        cachedTotals.set(totalsKey, totals);
        return answer(read, version, totals);
      });
    });
  };
}

type Rows = {
  results: string;
  rows: number;
  /** Where there are more. */
  lastKey?: string | undefined;
};

const noRows: Rows = { results: '', rows: 0 };

async function readRows(
  statement: Statement,
  values: Record<string, unknown>,
  touched: Touched | undefined,
  run: RunPrepared,
): Promise<Rows> {
  if (touched && kinds.every((kind) => touched[kind].length === 0)) return noRows;
  const { payment, paymentContract, contract, person, team, day } = touched ?? nothingTouched();
  const keys = {
    ...{ payments: payment, paymentContracts: paymentContract, contracts: contract },
    ...{ people: person, teams: team, days: day },
  };
  const [row] = await run<{ results: string | null; count: number; removed: string[] | null; lastKey: string | null }>(
    statement,
    valuesOf(statement, { ...values, ...keys }),
  );
  if (!row) throw new Error('changes are one row, always');
  const removed = (row.removed ?? []).map((id) => JSON.stringify({ _id: id, removed: true }));
  const changed = row.results?.slice(1, -1) ?? '';
  const results = [...(changed === '' ? [] : [changed]), ...removed].join();
  return { results, rows: row.count + removed.length, lastKey: row.lastKey ?? undefined };
}

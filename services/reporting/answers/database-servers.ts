import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from '../../../runtime/logger.ts';
import { decodeVersion, requireReportVersion } from '../../../proto/report-version.ts';
import type { Stripes } from '../../../proto/report-version.ts';
import type { Cache } from './caches.ts';
import { hasChangesOf, joined, readVersion } from './data-version.ts';
import { replicaTimeoutMs, watchReplica } from './replica-watch.ts';
import type { Conditions } from './report.ts';

export type DatabaseServer = { pages: pg.Pool; exports: pg.Pool };

/** The server that answers a request, and the version of the company's data there, where it was read. */
export type Choice = DatabaseServer & { version?: string; newestBefore?: Stripes | undefined };

export type DatabaseServers = ReturnType<typeof createDatabaseServers>;

/**
 * Reads from replicas, and never an older version of a company's data than this process has answered before, or than the request
 * names. Each process asks a company's replicas in the same order, so that one that is never asked before another is not needed to
 * be as new. One that lags or fails is skipped. The primary answers where no replica can; what it answers is right whatever was answered
 * before, since a restored backup may be older.
 */
export function createDatabaseServers(
  primary: DatabaseServer,
  replicas: DatabaseServer[],
  newest: Cache<Stripes>,
  requireMigrated: (server: DatabaseServer) => Promise<void>,
  log: Logger,
) {
  const watched = replicas.map((replica, index) => ({
    ...replica,
    watch: watchReplica(
      replica.pages,
      primary.pages,
      () => requireMigrated(replica),
      log.child({ replica: index + 1 }),
    ),
  }));

  const versionAt = async ({ pages, watch }: (typeof watched)[number], companyId: string, signal: AbortSignal) => {
    if (!watch.isUsable()) return undefined;
    // Node 20 can lose an AbortSignal.timeout() that only AbortSignal.any() holds.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), replicaTimeoutMs);
    try {
      return await readVersion(pages, companyId, AbortSignal.any([signal, late.signal]));
    } catch (error) {
      if (signal.aborted) throw error;
      watch.fail(error);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /** @throws ApiError `validation_error` where `leastVersion` is no version */
    choose: async (request: { companyId: string } & Conditions, signal: AbortSignal): Promise<Choice> => {
      const { companyId, leastVersion, ifMatch } = request;
      if (leastVersion !== '') requireReportVersion(leastVersion);
      const newestBefore = newest.get(companyId);
      const seen = [newestBefore, ...[leastVersion, ...ifMatch].map((text) => decodeVersion(text)?.seen)].filter(
        (least) => least !== undefined,
      );
      for (const replica of startingAt(companyId, watched)) {
        const version = await versionAt(replica, companyId, signal);
        if (version === undefined) continue;
        const stripes = requiredVersion(version);
        if (seen.every((least) => hasChangesOf(stripes, least))) {
          const { pages, exports } = replica;
          return { pages, exports, version, newestBefore };
        }
      }
      return { ...primary, newestBefore };
    },
    /** Remembers the version that a company was answered from this choice. */
    answered: (companyId: string, version: string, { pages, newestBefore }: Choice): void => {
      if (replicas.length === 0) return;
      const known = newest.get(companyId);
      const isLastWord = pages === primary.pages && known === newestBefore;
      const stripes = requiredVersion(version);
      newest.set(companyId, known === undefined || isLastWord ? stripes : joined(known, stripes));
    },
    stop: () => {
      for (const { watch } of watched) watch.stop();
    },
  };
}

function requiredVersion(text: string): Stripes {
  const stripes = decodeVersion(text)?.seen;
  if (!stripes) throw new Error('a version that was read is one, always');
  return stripes;
}

/** The same rotation of the list for a company, in every process. */
function startingAt<Server>(companyId: string, replicas: Server[]): Server[] {
  if (replicas.length < 2) return replicas;
  const start = parseInt(hash('md5', companyId).slice(0, 8), 16) % replicas.length;
  return [...replicas.slice(start), ...replicas.slice(0, start)];
}

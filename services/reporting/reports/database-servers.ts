import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from '../../../runtime/logger.ts';
import { readVersion } from './data-version.ts';
import type { Conditions } from './report.ts';

export type DatabaseServer = { pages: pg.Pool; exports: pg.Pool };

/** The server that answers a request, and the version of the company's data there, where it was read. */
export type Choice = DatabaseServer & { version?: string; newestBefore?: bigint | undefined };

export type DatabaseServers = ReturnType<typeof createDatabaseServers>;

const retryMs = 5_000;
const replicaTimeoutMs = 1_000;
const companiesAtMost = 100_000;

/**
 * Reads from replicas, and never an older version of a company's data than this process has answered before, or than the request
 * names. Each process asks a company's replicas in the same order, so that one that is never asked before another is not needed to
 * be as new. One that lags or fails is skipped. The primary answers where no replica can; what it answers is right whatever was answered
 * before, since a restored backup may be older.
 */
export function createDatabaseServers(primary: DatabaseServer, replicas: DatabaseServer[], log: Logger) {
  const newest = new LRUCache<string, bigint>({ max: companiesAtMost });
  const retryAt = new Map<DatabaseServer, number>();

  const versionAt = async (replica: DatabaseServer, companyId: string, signal: AbortSignal) => {
    const failedBefore = retryAt.has(replica);
    if ((retryAt.get(replica) ?? 0) > performance.now()) return undefined;
    // One request in `retryMs` tries a replica that failed.
    if (failedBefore) retryAt.set(replica, performance.now() + retryMs);
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(replicaTimeoutMs)]);
      const version = await readVersion(replica.pages, companyId, limited);
      if (retryAt.delete(replica)) log.info({ replica: replicas.indexOf(replica) + 1 }, 'a replica answers again');
      return version;
    } catch (error) {
      if (signal.aborted) throw error;
      retryAt.set(replica, performance.now() + retryMs);
      if (!failedBefore) log.warn({ replica: replicas.indexOf(replica) + 1, err: error }, 'a replica fails');
      return undefined;
    }
  };

  return {
    choose: async (request: { companyId: string } & Conditions, signal: AbortSignal): Promise<Choice> => {
      const { companyId, leastVersion, ifMatch } = request;
      const newestBefore = newest.get(companyId);
      const seen = [leastVersion, ...ifMatch].filter((version) => /^\d{1,30}$/.test(version)).map(BigInt);
      for (const replica of startingAt(companyId, replicas)) {
        const version = await versionAt(replica, companyId, signal);
        if (version === undefined) continue;
        if ([newestBefore ?? 0n, ...seen].every((least) => BigInt(version) >= least)) {
          return { ...replica, version, newestBefore };
        }
      }
      return { ...primary, newestBefore };
    },
    /** Remembers the version that a company was answered from this choice. */
    answered: (companyId: string, version: string, { pages, newestBefore }: Choice): void => {
      if (replicas.length === 0) return;
      const known = newest.get(companyId);
      const isLastWord = pages === primary.pages && known === newestBefore;
      if (known === undefined || BigInt(version) > known || isLastWord) newest.set(companyId, BigInt(version));
    },
  };
}

/** The same rotation of the list for a company, in every process. */
function startingAt(companyId: string, replicas: DatabaseServer[]): DatabaseServer[] {
  if (replicas.length < 2) return replicas;
  const start = parseInt(hash('md5', companyId).slice(0, 8), 16) % replicas.length;
  return [...replicas.slice(start), ...replicas.slice(0, start)];
}

import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Cache } from '../../../runtime/cache.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { decodeVersion, requireReportVersion } from '../../../proto/report-version.ts';
import type { Stripes } from '../../../proto/report-version.ts';
import { hasChangesOf, leastWithBoth, readVersion } from './data-version.ts';
import type { Conditions } from '../../../proto/report.ts';
import { replicaTimeoutMs, watchReplica } from './replica-watch.ts';

export type DatabaseServer = { pages: pg.Pool; exports: pg.Pool };

/** The server that answers a request. */
type ChosenServer = DatabaseServer & {
  /** The tables that a snapshot locks there. */
  lockedTables: readonly string[];
  /** Reads the version of the company's data, unless it was read for the choice. */
  version: () => Promise<string>;
  /** Keeps the version that was answered. */
  answered: (version: string) => void;
};

type Request = { companyId: string } & Conditions;

/** Those that a report is read from, in the order in which a truncation cascades. */
const tables = ['people', 'teams', 'contracts', 'scheduled_payments', 'timesheet_days'].map(
  (name) => `reporting.${name}`,
);

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
  lockable: (tables: readonly string[], signal: AbortSignal) => Promise<readonly string[]>,
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

  const versionAt = async ({ pages, watch }: (typeof watched)[number], companyId: string) => {
    if (!watch.isUsable()) return undefined;
    return readVersion(pages, companyId, AbortSignal.timeout(replicaTimeoutMs)).catch((error: unknown) => {
      watch.fail(error);
    });
  };

  const choose = async (request: Request, signal: AbortSignal): Promise<ChosenServer> => {
    const { companyId, leastVersion, ifMatch } = request;
    if (leastVersion !== '') requireReportVersion(leastVersion);
    const newestBefore = newest.get(companyId);
    const seen = [newestBefore, ...[leastVersion, ...ifMatch].map((text) => decodeVersion(text)?.seen)].filter(
      (least) => least !== undefined,
    );
    const lockedTables = await lockable(tables, signal);
    const chosen = (from: DatabaseServer, version?: string): ChosenServer => ({
      pages: from.pages,
      exports: from.exports,
      lockedTables,
      version: async () => version ?? (await readVersion(from.pages, companyId, signal)),
      answered: (version) => {
        if (replicas.length === 0) return;
        const last = newest.get(companyId);
        const isLastWord = from === primary && last === newestBefore;
        const stripes = requiredVersion(version);
        newest.set(companyId, last === undefined || isLastWord ? stripes : leastWithBoth(last, stripes));
      },
    });
    for (const replica of startingAt(companyId, watched)) {
      const version = await versionAt(replica, companyId);
      if (version === undefined) continue;
      const stripes = requiredVersion(version);
      if (seen.every((least) => hasChangesOf(stripes, least))) return chosen(replica, version);
    }
    return chosen(primary);
  };

  return {
    /** Of an answer in chunks. @throws ApiError `validation_error` where `leastVersion` is no version */
    choose,
    /** Answers a request from one server. @throws as `choose` */
    read: async <Answer extends { version: string }>(
      request: Request,
      signal: AbortSignal,
      run: (server: ChosenServer) => Promise<Answer>,
    ): Promise<Answer> => {
      const server = await choose(request, signal);
      const answer = await run(server);
      server.answered(answer.version);
      return answer;
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

import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { runStatement } from '../../../runtime/postgres/database.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { decodeVersion, encodeVersion } from '../../../proto/report-version.ts';
import type { Stripes } from '../../../proto/report-version.ts';
import { hasChangesOf, stripesOf } from '../answers/data-version.ts';
import type { Nodes } from '../answers/nodes.ts';
import { sql, statement } from '../sql/statement.ts';

const pauseMs = 250;
const statementMs = 5_000;

type Wait = { seen: Stripes; end: (version?: string) => void };

/** Tells of changes: one statement every 250 ms reads the versions of all companies for which there is a wait. */
export function createWaits(primary: pg.Pool, nodes: Nodes, log: Logger, metrics: Registry) {
  const waits = new Map<string, Set<Wait>>();
  new Gauge({
    name: 'client_reporting_waits',
    help: 'Requests that wait for a change now.',
    registers: [metrics],
    collect() {
      this.set([...waits.values()].reduce((sum, own) => sum + own.size, 0));
    },
  });
  let timer: NodeJS.Timeout | undefined;
  let stopped = false as boolean; // which `stop` changes

  const look = async () => {
    const signal = AbortSignal.timeout(statementMs);
    const companyIds = await nodes.answering([...waits.keys()], signal);
    const read = await runStatement<{ companyId: string; version: string }>(
      primary,
      versionsStatement,
      [companyIds],
      signal,
    );
    for (const { companyId, version } of read) {
      const stripes = stripesOf(version);
      // A replica can show a commit before the primary: then the primary has nothing to tell.
      for (const wait of [...(waits.get(companyId) ?? [])])
        if (!hasChangesOf(wait.seen, stripes)) wait.end(encodeVersion(stripes));
    }
  };
  const lookAgain = () => {
    timer ??= setTimeout(() => {
      void look()
        .catch(async (error: unknown) => {
          log.warn({ err: error }, 'the versions that requests wait for can not be read');
          await nodes.suspect([...waits.keys()], AbortSignal.timeout(statementMs));
        })
        .catch(() => undefined)
        .finally(() => {
          timer = undefined;
          if (waits.size > 0) lookAgain();
        });
    }, pauseMs);
  };

  return {
    /** The version of a company's data once it has changes that `version` lacks; undefined after the time, and when the process stops. */
    otherVersion: (
      companyId: string,
      version: string,
      waitMs: number,
      signal: AbortSignal,
    ): Promise<string | undefined> =>
      new Promise((resolve) => {
        if (stopped || signal.aborted) {
          resolve(undefined);
          return;
        }
        const own = waits.get(companyId) ?? new Set();
        const end = (other?: string) => {
          clearTimeout(limit);
          signal.removeEventListener('abort', abort);
          own.delete(wait);
          if (own.size === 0 && waits.get(companyId) === own) waits.delete(companyId);
          resolve(other);
        };
        const abort = () => end();
        const limit = setTimeout(end, waitMs);
        signal.addEventListener('abort', abort);
        const wait = { seen: decodeVersion(version)?.seen ?? new Map<number, bigint>(), end };
        waits.set(companyId, own.add(wait));
        lookAgain();
      }),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      for (const own of [...waits.values()]) for (const wait of [...own]) wait.end();
    },
  };
}

const versionsStatement = statement(
  'data-versions',
  sql`
    select company_id as "companyId", string_agg(stripe || ':' || version, ' ' order by stripe) as version
    from reporting.data_versions
    where company_id = any (:companyIds::text[])
    group by company_id`,
);

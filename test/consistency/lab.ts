import { startCluster } from '../support/programs/cluster.ts';
import type { Pod } from '../support/programs/cluster.ts';
import { migrateUp } from '../../services/migrate/migrate-schema.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { serviceUrls } from '../../local/service-urls.ts';
import { query } from '../support/postgres/database.ts';
import { load, samplePrograms } from '../support/programs/product.ts';
import { startRedis } from '../support/redis/redis.ts';
import type { ReportData } from '../support/reports/reference-implementation.ts';
import { company, together, tokenOf } from '../support/fixtures.ts';
import { filesOf } from '../support/reports/random-data.ts';
import { startServers } from './servers.ts';
import { countsTable } from './writers.ts';

export type Lab = Awaited<ReturnType<typeof startLab>>;

// Each connection plans each statement once.
const settings = {
  LOG_LEVEL: 'error',
  DATABASE_POOL_SIZE: '3',
};

/** The product as it runs in production: a primary and a standby, Redis, auth, three of reporting, two gateways. */
export async function startLab(directory: string, rows: ReportData) {
  const redis = await startRedis();
  const servers = await startServers(directory, async (databaseUrl) => {
    await migrateUp(databaseUrl, schemas);
    await load(databaseUrl, together(company('acme'), company('rival')));
    await load(databaseUrl, filesOf(rows));
    await query(databaseUrl, countsTable);
    await migrateUp(databaseUrl, schemas, { roles: serviceUrls(databaseUrl) });
  });
  const cluster = await startCluster(servers.urls.primary, { ...settings, REDIS_URL: redis.url }, 0, samplePrograms);
  const standbyUrl = serviceUrls(servers.urls.standby).reporting;
  let standbyReader: Pod | undefined;
  const addReader = async (reads: boolean) => {
    const pod = await cluster.add('reporting', reads ? { DATABASE_URL: standbyUrl } : {});
    if (reads) standbyReader = pod;
  };
  const replace = async (pod: Pod) => {
    await cluster.kill(pod);
    await addReader(pod === standbyReader);
  };
  for (const kind of ['auth', 'reporting', 'reporting', 'reporting', 'gateway', 'gateway'] as const)
    await cluster.add(kind);
  const tokens: Record<string, string> = {};
  for (const id of ['acme', 'rival']) tokens[id] = await tokenOf(cluster.urls.requests, id);
  return {
    servers,
    redis,
    cluster,
    tokens,
    /** Kills a reporting process and starts another one that reads from the same server. */
    replace,
    /** Has the third reporting process read from the standby, or from the primary as the others do. */
    readFromStandby: async (reads: boolean) => {
      if (reads === (standbyReader !== undefined)) return;
      const pod = standbyReader ?? cluster.pods('reporting')[0];
      standbyReader = undefined;
      if (pod) await cluster.kill(pod);
      await addReader(reads);
    },
    stop: async () => {
      await cluster.stop();
      await servers.stop();
      await redis.stop();
    },
  };
}

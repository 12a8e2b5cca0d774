import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings, startLocalPostgres } from '../../../local/postgres/postgres.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { company, tokenOf } from '../../support/fixtures.ts';
import { query } from '../../support/postgres/database.ts';
import { startStandby } from '../../support/postgres/standby.ts';
import { load as importRows, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Bench, Figure } from '../bench.ts';
import { importPayments } from '../data/import-payments.ts';
import { load } from '../load.ts';
import { processorMsOfPostgres } from '../processor-time.ts';
import { pathOf, uncachedDays, wholeSpan } from '../data/requests.ts';

const companyId = 'bench';

const questions = {
  'uncached page': () => pathOf('payments', uncachedDays()),
  'cached page': () => pathOf('payments', wholeSpan()),
};

/** A primary alone, and with a replica: what a page costs each server, and requests per second. */
export async function measureReplica({ options: { quick, seconds } }: Bench): Promise<Figure[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-replica-'));
  const folder = (name: string) => path.join(directory, name);
  const stops: (() => Promise<void>)[] = [() => rm(directory, { recursive: true, force: true })];
  try {
    const primary = await startLocalPostgres(folder('primary'), { ...loadSettings, wal_level: 'replica' });
    stops.push(primary.stop);
    await query(primary.urlOf('postgres'), 'create database reports');
    const primaryUrl = primary.urlOf('reports');
    await migrateUp(primaryUrl, schemas);
    await importRows(primaryUrl, company(companyId));
    await importPayments(primaryUrl, companyId, quick ? 20_000 : 200_000);
    await query(primaryUrl, 'vacuum analyze');
    const replica = await startStandby(primary, folder('primary'), folder('replica'), loadSettings);
    stops.push(replica.stop);
    const replicaUrl = replica.urlOf('reports');

    const figures: Figure[] = [];
    for (const [name, replicas] of Object.entries({ 'primary alone': '', 'with a replica': replicaUrl })) {
      const settings = { ...unlimited, LOG_LEVEL: 'warn', REPLICA_DATABASE_URLS: replicas };
      const product = await startProduct(settings, primaryUrl);
      try {
        const target = { url: product.url, token: await tokenOf(product.url, companyId) };
        await load({ ...target, path: questions['uncached page'] }, seconds);
        for (const [question, path] of Object.entries(questions)) {
          const before = [await processorMsOfPostgres(primaryUrl), await processorMsOfPostgres(replicaUrl)];
          const { answered, requestsPerSecond } = await load({ ...target, path }, seconds);
          const after = [await processorMsOfPostgres(primaryUrl), await processorMsOfPostgres(replicaUrl)];
          const [ofPrimary = NaN, ofReplica = NaN] = after.map((ms, server) => ms - (before[server] ?? NaN));
          const figure = (what: string, measured: number, unit: string) =>
            figures.push({ figure: `replica: ${question}, ${name}: ${what}`, measured, unit });
          figure('processor time of the primary', (ofPrimary * 1_000) / answered, 'us/request');
          figure('processor time of the replica', (ofReplica * 1_000) / answered, 'us/request');
          figure('requests', requestsPerSecond, 'requests/s');
        }
      } finally {
        await product.stop();
      }
    }
    return figures;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

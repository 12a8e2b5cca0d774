import request from 'supertest';
import { demoClient } from '../../../demo/demo-client.ts';
import { writeDemoData } from '../../../demo/load-demo-data.ts';
import { importDirectory } from '../../../import/import-directory.ts';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { paymentsPath, timesheetsPath } from '../../support/fixtures.ts';
import { pepper } from '../../support/pepper.ts';

/** Brings an empty database to the newest schema and loads the demo's data; its URL. */
export async function loadedDatabase(databaseUrl: string): Promise<string> {
  await migrateUp(databaseUrl, schemas);
  const { directory, remove } = await temporaryDirectory();
  await writeDemoData(directory);
  await importDirectory(directory, databaseUrl, { peppers: [pepper] }).finally(remove);
  return databaseUrl;
}

/** Requests that between them name every table and column that the services read. */
export async function requestEverything(url: string): Promise<void> {
  const wrong = { ...demoClient, clientSecret: 'wrong' };
  await request(url).post('/auth/token').send(wrong).expect(401);
  const { accessToken } = (await request(url).post('/auth/token').send(demoClient).expect(200)).body as {
    accessToken: string;
  };
  const get = (path: string, query: object) =>
    request(url)
      .get(path)
      .query({ ...range, ...query })
      .set('Authorization', `Bearer ${accessToken}`)
      .expect(200);
  for (const [path, sortFields] of reports) {
    for (const sortField of sortFields) await get(path, { sortField });
    const { headers } = await get(path, {});
    const changes = path.replace('/list', '/changes');
    await get(changes, { since: String(headers['report-version']).slice(1, -1) });
    await get(changes, {});
  }
}

// Holds a whole year, whole months and days besides, which are read from different tables.
const range = { fromDate: '2024-12-10', toDate: '2026-03-20' };

const reports: [path: string, sortFields: string[]][] = [
  [paymentsPath, ['scheduledPaymentOn', 'budget', 'contract']],
  [timesheetsPath, ['contract', 'billableAmount']],
];

import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { freePort } from '../../local/free-port.ts';
import { migrateUp } from '../../services/migrate/migrate-schema.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import {
  authorizedGet,
  company,
  contract,
  payment,
  paymentsPath,
  person,
  secret,
  together,
  tokenOf,
} from '../support/fixtures.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { startRelay } from '../support/network/relay.ts';
import { query } from '../support/postgres/database.ts';
import { startPackagedPostgres } from '../support/postgres/packaged.ts';
import { runCommand } from '../support/programs/command.ts';
import { load, startProduct } from '../support/programs/product.ts';

const settings = { PATH: process.env.PATH ?? '' };

it('A backup that was made beside writers is restored whole, and refuses what was issued since', async () => {
  const server = await startPackagedPostgres();
  const { directory } = await temporaryDirectory();
  const stops = [server.stop];
  try {
    const database = await createdDatabase(server.url, 'reports');
    await migrateUp(database, schemas);
    await load(database, rows);
    const product = await startProduct(undefined, database);
    stops.push(product.stop);
    const token = await tokenOf(product.url, 'acme');
    const before = await page(product.url, token).expect(200);

    let isWriting = true;
    const writers = [0, 1].map(async (writer) => {
      for (let count = 0; isWriting; count += 1) await query(database, addPayment, [`written-${writer}-${count}`]);
    });
    // The network refuses a new pod as long as it doesn't know its policies.
    const port = await freePort();
    const [urlFile, backups] = await files(directory, Object.assign(new URL(database), { port }).href);
    const backup = runCommand('bash', ['k8s/components/backup/backup.sh', urlFile, backups], settings);
    await sleep(2_000);
    const relay = await startRelay(Number(new URL(database).port), port);
    stops.push(relay.stop);
    expect(await backup).toMatchObject({ status: 0, stderr: '' });
    isWriting = false;
    await Promise.all(writers);
    // After the backup: it knows neither this version nor that the token is revoked.
    await query(database, addPayment, ['after']);
    const late = await page(product.url, token).expect(200);
    await request(product.url)
      .post('/auth/revoke')
      .type('form')
      .send({ token, client_id: 'acme-client', client_secret: secret })
      .expect(200);
    await product.stop();

    const [dump = ''] = await readdir(backups);
    const drill = () => runCommand('bash', ['k8s/components/backup/drill.sh', urlFile, backups], settings);
    expect(await drill()).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('"msg":"restored"') });
    const restore = ['k8s/components/backup/restore.sh', urlFile, path.join(backups, dump), 'restored'];
    expect(await runCommand('bash', restore, settings)).toMatchObject({ status: 0, stderr: '' });
    const restored = database.replace(/reports$/, 'restored');
    const copied = await runCommand('bash', ['k8s/runbooks/copy-access.sh'], { old: database, new: restored });
    expect(copied).toMatchObject({ status: 0, stderr: '' });
    const again = await startProduct(undefined, restored);
    stops.push(again.stop);

    // It was revoked after the backup.
    await page(again.url, token).expect(401);
    const newToken = await tokenOf(again.url, 'acme');
    const restoredPage = await page(again.url, newToken).expect(200);
    const [{ count, paid } = { count: 0, paid: 0 }] = await query<{ count: number; paid: number }>(
      restored,
      'select count(*)::integer as count, sum(paid_amount)::float8 as paid from reporting.scheduled_payments',
    );
    expect(restoredPage.body).toMatchObject({
      pagination: { totalCount: count },
      statistics: { totalScheduledPaymentsPaidAmount: paid },
    });
    expect(count).toBeLessThan((late.body as Page).pagination.totalCount);
    expect(await query(restored, 'select * from reporting.roll_up_differences')).toEqual([]);

    // Versions never repeat: what was seen before the loss is not taken for what is written now.
    const versions = [String(restoredPage.headers['report-version'])];
    for (let written = 0; written < 20; written += 1) {
      await query(restored, addPayment, [`new-${written}`]);
      versions.push(String((await page(again.url, newToken).expect(200)).headers['report-version']));
    }
    expect(versions).not.toContain(late.headers['report-version']);
    await page(again.url, newToken, { 'If-Match': String(late.headers['report-version']) }).expect(412);
    await page(again.url, newToken, { 'If-None-Match': String(late.headers.etag) }).expect(200);
    const since = String(late.headers['report-version']).replaceAll('"', '');
    const gone = await page(again.url, newToken, {}, changesPath).query({ since }).expect(410);
    expect(gone.body).toMatchObject({ error: 'version_gone' });
    expect(before.headers['report-version']).not.toBe(late.headers['report-version']);

    // A dump of rows that differ from their totals, and no database of the drills stays.
    await query(database, `alter table reporting.scheduled_payments disable trigger user; ${writtenPast}`);
    expect(await runCommand('bash', ['k8s/components/backup/backup.sh', urlFile, backups], settings)).toMatchObject({
      status: 0,
    });
    expect(await drill()).toMatchObject({ status: 1, stderr: expect.stringMatching(/totals differ from the rows\n$/) });
    expect(await query(database, `select from pg_database where datname = 'restore_drill'`)).toEqual([]);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}, 180_000);

type Page = { pagination: { totalCount: number } };

const addPayment = `
  insert into reporting.scheduled_payments (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
  values ('acme', $1, 'web', 'Milestone', 10, 10, 'paid', '2024-03-01')`;

const writtenPast = `update reporting.scheduled_payments set paid_amount = paid_amount + 1`;

const rows = together(
  company('acme'),
  { people: [person('ana', 'Ana', 'A')] },
  { contracts: [contract('web')], scheduled_payments: [payment('first')] },
);

const changesPath = paymentsPath.replace(/list$/, 'changes');

function page(url: string, token: string, headers: Record<string, string> = {}, path = paymentsPath) {
  return authorizedGet(url, token, path, headers).query({ fromDate: '2024-01-01', toDate: '2024-12-31' });
}

async function createdDatabase(server: string, name: string): Promise<string> {
  await query(server, `create database ${name}`);
  return server.replace(/postgres$/, name);
}

async function files(directory: string, database: string): Promise<[string, string]> {
  const backups = path.join(directory, 'backups');
  await mkdir(backups);
  return [path.join(await writeFiles(directory, { DATABASE_URL: database }), 'DATABASE_URL'), backups];
}

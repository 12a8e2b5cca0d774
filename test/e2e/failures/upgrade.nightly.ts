import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type request from 'supertest';
import { startCluster } from '../../support/programs/cluster.ts';
import type { Cluster } from '../../support/programs/cluster.ts';
import { root, runCommand, startCommand } from '../../support/programs/command.ts';
import { createDatabase, query, withClient } from '../../support/postgres/database.ts';
import { acme, sendRequests } from '../../support/network/steady-requests.ts';
import { changedTimes, mainOf } from '../../support/programs/main-of.ts';
import { load } from '../../support/programs/product.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { authorizedGet, paymentsPath, tokenOf } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';

const settings = { ...changedTimes({ connectionAgeMs: 500, authDeadlineMs: 4_000 }), LOG_LEVEL: 'warn' };

/** An upgrade to a build that reads a column which its own migration adds, as on a cluster. */
let cluster: Cluster;
let databaseUrl: string;
let next: string;

beforeAll(async () => {
  next = await copyBuild((await temporaryDirectory()).directory);
  databaseUrl = await createDatabase();
  await load(databaseUrl, acme);
  cluster = await startCluster(databaseUrl, settings, 0);
  for (const kind of ['auth', 'reporting', 'gateway'] as const) await cluster.add(kind);
});
afterAll(() => cluster.stop());

it('An upgrade whose migration waits for a lock stalls without a failed request, then goes on; so does the way back', async () => {
  const token = await tokenOf(cluster.urls.requests, 'acme');
  const requests = sendRequests({ url: cluster.urls.requests, token });
  try {
    const [old] = cluster.pods('reporting');
    if (!old) throw new Error('reporting has not started');
    const first = await changes(token).expect(200);
    await withClient(databaseUrl, async (reader) => {
      // As an export or pg_dump does.
      await reader.query('begin; select from reporting.scheduled_payments');
      const migrate = startCommand('node', [path.join(next, 'services/migrate/main.js')], {
        DATABASE_URL: databaseUrl,
      });
      const upgraded = cluster.add('reporting', {}, next);
      await until('the new one waits', () => logged('waiting for migration reporting 0005-label'));
      await until('migrate waits', () => migrate.stdout().includes('"msg":"waiting for a lock"'));
      await requests.more(100);
      expect(cluster.pods('reporting')).toEqual([old]);
      await reader.query('rollback');
      expect({ status: await migrate.ended, stderr: migrate.stderr() }).toEqual({ status: 0, stderr: '' });
      await upgraded;
    });
    const [, upgraded] = cluster.pods('reporting');
    if (!upgraded) throw new Error('reporting was not upgraded');
    expect(await cluster.retire(old)).toBe('reporting ended with status 0');
    await requests.more(100);
    const second = await goneAndAgain(token, first);
    expect(second.text).toMatch(/"results":\[{"_id":"p1","removed":false,"amount"/);
    // The build before works on the schema of the next one, and its migrate leaves that as it is.
    const { status } = await runCommand('node', ['dist/services/migrate/main.js'], { DATABASE_URL: databaseUrl });
    expect(status).toBe(0);
    await cluster.add('reporting');
    expect(await cluster.retire(upgraded)).toBe('reporting ended with status 0');
    await requests.more(100);
    expect((await goneAndAgain(token, second)).body).toEqual(first.body);
  } finally {
    await requests.stop();
  }
  expect(requests.failures).toEqual([]);
  expect(await query(databaseUrl, 'select label from reporting.scheduled_payments limit 1')).toEqual([{ label: null }]);
}, 180_000);

function changes(token: string, since?: string) {
  const range = { fromDate: '2000-01-01', toDate: '2030-12-31' };
  const path = paymentsPath.replace('list', 'changes');
  return authorizedGet(cluster.urls.requests, token, path).query(since === undefined ? range : { ...range, since });
}

/** The version of another build is gone. The answer after it, without a version. */
async function goneAndAgain(token: string, { body }: request.Response): Promise<request.Response> {
  const gone = await changes(token, (body as { version: string }).version).expect(410);
  expect(gone.body).toMatchObject({ message: expect.stringContaining('rows have other members') });
  return changes(token).expect(200);
}

const logged = (text: string) => cluster.logs().some((line) => line.includes(text));

/** A copy of `dist` with one more migration, whose column payments read, and their amount before their name; its path. */
async function copyBuild(directory: string): Promise<string> {
  const dist = path.join(directory, 'dist');
  await cp(path.join(root, 'dist'), dist, { recursive: true });
  await cp(path.join(root, 'package.json'), path.join(directory, 'package.json'));
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
  const migration = path.join(dist, 'services/reporting/migrations/0005-label.sql');
  await writeFile(migration, 'alter table reporting.scheduled_payments add column label text');
  const program = path.join(dist, mainOf('reporting', settings));
  await replaceIn(program, 'name: payment.name', 'name: sql`coalesce(payment.label, payment.name)`');
  const name = 'name: { kind: "text", column: "Payment", example: "First milestone" }';
  await replaceIn(program, name, `amount: { kind: "money" }, ${name}`);
  return dist;
}

async function replaceIn(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(before);
  await writeFile(file, text.replace(before, after));
}

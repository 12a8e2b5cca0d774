import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { en, Faker } from '@faker-js/faker';
import { startLocalPostgres } from '../../local/postgres/postgres.ts';
import { migrateUp } from '../../migrate/migrate-schema.ts';
import { schemas } from '../../migrate/schemas.ts';
import { startServers } from '../consistency/servers.ts';
import { company, contract, payment, person, together } from '../support/fixtures.ts';
import { query, withClient } from '../support/postgres/database.ts';
import { startCleaner } from '../support/programs/cleaner.ts';
import { load } from '../support/programs/product.ts';
import { recordResult } from '../support/record-result.ts';
import { companyId, plainLog, ways } from './ways.ts';
import type { Run } from './ways.ts';

/**
 * Readers keep copies of payments beside 24 writers, by each way to remember what they have read, and compare them with the payments of
 * the same snapshot: on the primary, on a standby, and after a failover that lost commits.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    failovers: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
});
const { number } = new Faker({ locale: en, seed: Number(values.seed) });
const writers = 24;
const readers = 8;
const payments = Array.from({ length: 200 }, (_, n) => `p${n}`);

const anyPayment = () => payments[number.int(payments.length - 1)] ?? '';
const changeOne = `
  update reporting.scheduled_payments set paid_amount = paid_amount + 1 where company_id = $1 and id = $2`;

type Copy = { position: string; rows: Map<string, string> };
/** A copy for each way; none where one begins anew. */
type Copies = Map<string, Copy>;
/** Of comparisons: those that differ, and positions that were refused. */
type Count = { copies: number; wrong: number; refused: number };

const newCounts = (): Record<string, Count> =>
  Object.fromEntries(Object.keys(ways).map((way) => [way, { copies: 0, wrong: 0, refused: 0 }]));
const found = { primary: newCounts(), standby: newCounts(), failover: newCounts() };

const directory = await startCleaner();
await besideStandby(Number(values.seconds) * 1_000);
for (let round = 0; round < Number(values.failovers); round += 1) await acrossFailover(round);
console.table(
  Object.entries(found).flatMap(([place, counts]) =>
    Object.entries(counts).map(([way, count]) => ({ place, way, ...count })),
  ),
);
if (values.record) {
  const [primary, standby, failover] = [found.primary, found.standby, found.failover].map(textOf);
  await recordResult('positions', { seed: Number(values.seed), primary, standby, failover });
}
process.exitCode = Object.values(found).some((counts) => (counts['a version of each stripe']?.wrong ?? 1) > 0) ? 1 : 0;

function textOf(counts: Record<string, Count>): string {
  return Object.entries(counts)
    .map(([way, { copies, wrong, refused }]) => `by ${way} ${wrong} of ${copies} wrong and ${refused} refused`)
    .join(', ');
}

async function besideStandby(milliseconds: number): Promise<void> {
  const servers = await startServers(path.join(directory, 'servers'), prepare);
  try {
    const stop = AbortSignal.timeout(milliseconds);
    const read = (url: string, counts: Record<string, Count>) =>
      Array.from({ length: readers }, () => readUntil(url, new Map(), counts, stop));
    await Promise.all([
      ...write(servers.urls.primary, stop),
      ...read(servers.urls.primary, found.primary),
      ...read(servers.urls.standby, found.standby),
    ]);
  } finally {
    await servers.stop();
  }
}

/** A copy of the server's files, made before some commits, goes on in its place, as a standby does that lacks them. */
async function acrossFailover(round: number): Promise<void> {
  const [before, after] = ['before', 'after'].map((name) => path.join(directory, `${name}-${round}`)) as [
    string,
    string,
  ];
  const first = await startLocalPostgres(before, { fsync: 'off' });
  await query(first.urlOf('postgres'), 'create database reports');
  await prepare(first.urlOf('reports'));
  await first.stop();
  await promisify(execFile)('cp', ['-a', before, after]);
  const copies = Array.from({ length: readers }, (): Copies => new Map());
  for (const [folder, counts] of [
    [before, newCounts()],
    [after, found.failover],
  ] as const) {
    const server = await startLocalPostgres(folder, { fsync: 'off' });
    const stop = AbortSignal.timeout(500);
    await Promise.all(write(server.urlOf('reports'), stop));
    for (const each of copies) await readOnce(server.urlOf('reports'), each, counts);
    await server.stop();
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  await migrateUp(databaseUrl, schemas);
  const rows = {
    people: [person('ana', 'Ana', 'A')],
    contracts: [contract('web')],
    scheduled_payments: payments.map((id) => payment(id)),
  };
  await load(databaseUrl, together(company(companyId), rows));
  await query(databaseUrl, plainLog);
}

function write(databaseUrl: string, stop: AbortSignal): Promise<void>[] {
  return Array.from({ length: writers }, () =>
    withClient(databaseUrl, async (client) => {
      while (!stop.aborted) {
        await client.query('begin');
        // In the order of their keys, so that no two writers wait for each other.
        for (const id of [...new Set([anyPayment(), anyPayment()])].sort()) {
          await client.query(changeOne, [companyId, id]);
          await sleep(number.int(20));
        }
        await client.query(number.int(9) === 0 ? 'rollback' : 'commit');
      }
    }),
  );
}

async function readUntil(
  databaseUrl: string,
  copies: Copies,
  counts: Record<string, Count>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await readOnce(databaseUrl, copies, counts);
    await sleep(number.int(200));
  }
}

/** Brings the copy of each way up to date, in one snapshot. One that differs then begins anew. */
async function readOnce(databaseUrl: string, copies: Copies, counts: Record<string, Count>): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const run: Run = async <Row extends object>(text: string, parameters: unknown[] = []) =>
      (await client.query<Row>(text, parameters)).rows;
    const rowsOf = async (condition: string, parameters: unknown[]) =>
      new Map(
        (
          await run<{ id: string; row: string }>(
            `select id, p::text as row from reporting.scheduled_payments p where ${condition}`,
            parameters,
          )
        ).map(({ id, row }) => [id, row]),
      );
    const all = await rowsOf('company_id = $1', [companyId]);
    for (const [name, way] of Object.entries(ways)) {
      const count = counts[name];
      if (!count) throw new Error(`${name} is not counted`);
      const position = await way.now(run);
      const copy = copies.get(name);
      const changed = copy && (await way.changed(run, copy.position));
      if (!copy || !changed) {
        if (copy) count.refused += 1;
        copies.set(name, { position, rows: new Map(all) });
        continue;
      }
      for (const id of changed) copy.rows.delete(id);
      for (const [id, row] of await rowsOf('company_id = $1 and id = any ($2)', [companyId, changed]))
        copy.rows.set(id, row);
      copy.position = position;
      count.copies += 1;
      const isRight = copy.rows.size === all.size && [...all].every(([id, row]) => copy.rows.get(id) === row);
      if (isRight) continue;
      count.wrong += 1;
      copies.delete(name);
    }
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import pg from 'pg';
import type { ReportData } from '../support/reports/reference-implementation.ts';
import { randomChange } from './changes.ts';
import type { Writer } from './checker/history.ts';
import { parts } from './initial-rows.ts';

/** Where writers count their transactions, each in the transaction itself, so that they know which took effect. */
export const countsTable = `create table transactions (writer integer primary key, count integer not null)`;

/** All writers write for a second and pause for three, so that answers are cached and used too. */
const [burstMs, periodMs] = [1_000, 4_000];

/**
 * Commits random transactions and records them until it is stopped. Where a connection is lost amid a commit, it checks
 * whether that took effect.
 */
export async function write(
  writer: Writer,
  number: number,
  databaseUrl: () => string,
  faker: Faker,
  stopped: AbortSignal,
): Promise<void> {
  let client: pg.Client | undefined;
  let pending: { sentAt: number; rows: ReportData; count: number; isPrepared: boolean } | undefined;
  let count = await transactionsOf(databaseUrl(), number);
  const confirm = ({ sentAt, rows }: { sentAt: number; rows: ReportData }) => {
    writer.commits.push({ sentAt, confirmedAt: performance.now(), rows });
    count += 1;
  };

  while (!stopped.aborted || pending) {
    try {
      client ??= await connect(databaseUrl());
      if (pending) {
        if (pending.isPrepared) await client.query(`commit prepared '${nameOf(number)}'`).catch(requireGone);
        // With a standby, this write waits until the standby has all that was written before.
        await client.query('update transactions set count = count where writer = $1', [number]);
        if ((await countIn(client, number)) === pending.count) confirm(pending);
        pending = undefined;
        continue;
      }
      const rows = await changeRows(client, number, currentRows(writer), faker);
      if (faker.number.int(9) === 0) {
        await client.query('rollback');
        continue;
      }
      await client.query('insert into transactions values ($1, $2) on conflict (writer) do update set count = $2', [
        number,
        count + 1,
      ]);
      const isPrepared = faker.number.int(4) === 0;
      pending = { sentAt: performance.now(), rows, count: count + 1, isPrepared };
      if (isPrepared) await client.query(`prepare transaction '${nameOf(number)}'`);
      if (isPrepared) await sleep(faker.number.int(50));
      await client.query(isPrepared ? `commit prepared '${nameOf(number)}'` : 'commit');
      confirm(pending);
      pending = undefined;
      const calmMs = calmUntilNextBurst();
      await sleep(calmMs > 0 ? calmMs : faker.number.int(100));
    } catch {
      void client?.end().catch(() => undefined);
      client = undefined;
      await sleep(50);
    }
  }
  await client?.end();
}

/** Of a writer's prepared transaction: it has one at a time. */
const nameOf = (number: number) => `writer ${number}`;

/** Whether a transaction that is not there was committed, its count says. */
function requireGone(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code === '42704')) throw error;
}

function calmUntilNextBurst(): number {
  const sinceBurst = performance.now() % periodMs;
  return sinceBurst < burstMs ? 0 : periodMs - sinceBurst;
}

async function changeRows(client: pg.Client, number: number, before: ReportData, faker: Faker): Promise<ReportData> {
  const part = parts[number];
  if (!part) throw new Error(`there is no part ${number}`);
  const isolation = part.companyId !== null && faker.number.int(9) === 0 ? 'repeatable read' : 'read committed';
  await client.query(`begin isolation level ${isolation}`);
  let rows = before;
  const changes = faker.number.int({ min: 1, max: 4 });
  for (let index = 0; index < changes; index += 1) {
    const change = randomChange(part, rows, faker);
    const savepoint = faker.helpers.arrayElement(['none', 'none', 'none', 'release', 'rollback to'] as const);
    if (savepoint !== 'none') await client.query('savepoint here');
    await client.query(change.text, change.values);
    if (savepoint !== 'none') await client.query(`${savepoint} savepoint here`);
    if (savepoint !== 'rollback to') ({ rows } = change);
  }
  return rows;
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'writer', query_timeout: 20_000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set synchronous_commit = remote_apply');
  return client;
}

async function transactionsOf(databaseUrl: string, number: number): Promise<number> {
  const client = await connect(databaseUrl);
  try {
    return await countIn(client, number);
  } finally {
    await client.end();
  }
}

async function countIn(client: pg.Client, number: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count from transactions where writer = $1', [number]);
  return rows[0]?.count ?? 0;
}

function currentRows({ commits }: Writer): ReportData {
  const newest = commits.at(-1);
  if (!newest) throw new Error('a writer begins with rows');
  return newest.rows;
}

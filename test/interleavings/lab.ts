import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { foldRows, rowsToFold } from '../../services/reporting/roll-ups/fold.ts';
import { rollUps } from '../../services/reporting/sql/summed-tables.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { initialRows } from './initial-rows.ts';
import { createKeeper } from './keeper.ts';
import type { Keeper } from './keeper.ts';
import type { Order } from './orders.ts';
import { createReader } from './reader.ts';
import type { History, Reader } from './reader.ts';
import type { Step } from './sessions.ts';

type Session = { client: pg.Client; pid: number; read: Reader; running: Promise<void> | undefined };

/** A database with a connection for each session, and one that looks at it after every step. */
export async function openLab(sessionsCount: number) {
  const databaseUrl = await createDatabase();
  const history: History = { contents: new Map(), newest: new Map(), answers: new Map() };
  const observer = await connect(databaseUrl);
  const observe = await createReader(observer, history);
  const keep = createKeeper(observer);
  const control = await connect(databaseUrl);
  const sessions: Session[] = [];
  for (let index = 0; index < sessionsCount; index += 1) {
    const client = await connect(databaseUrl);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    sessions.push({ client, pid: rows[0]?.pid ?? 0, read: await createReader(client, history), running: undefined });
  }
  const isBlocked = async ({ pid }: Session) => {
    const { rows } = await control.query<{ blocked: boolean }>({
      name: 'blocked',
      text: 'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
      values: [pid],
    });
    return rows[0]?.blocked === true;
  };
  /** Waits until the session's step has ended, or waits for another session itself. */
  const settle = async (session: Session) => {
    while (session.running) {
      await Promise.race([session.running, sleep(3)]);
      if (await isBlocked(session)) return;
    }
  };
  let refused = 0;
  const begin = async (session: Session, step: Step) => {
    if (step === 'read') await session.read(false);
    else if (step === 'fold') await foldAll(session.client);
    else await session.client.query(step);
  };
  const start = (session: Session, step: Step, isLast: boolean) => {
    const running = begin(session, step)
      .catch((error: unknown) => {
        if (!isExpected(error)) throw error;
        refused += 1;
      })
      .then(async () => {
        if (isLast) await session.client.query('rollback');
      })
      .finally(() => (session.running = undefined));
    running.catch(() => undefined);
    session.running = running;
  };

  return {
    run: async (steps: Step[][], order: Order) => {
      await control.query(initialRows);
      const left = [...steps];
      let remaining = order;
      let checks = 0;
      refused = 0;
      while (remaining.length > 0 || runningOf(sessions).length > 0) {
        // As in the isolation tester of Postgres: a session that waits for another one lets the next of the order go first.
        const index = remaining.findIndex((number) => !sessions[number]?.running);
        const number = remaining[index];
        const session = sessions[number ?? 0];
        if (number === undefined || !session) {
          await Promise.race(runningOf(sessions));
        } else {
          const [step = '', ...later] = left[number] ?? [];
          left[number] = later;
          start(session, step, later.length === 0);
          remaining = remaining.toSpliced(index, 1);
        }
        for (const each of sessions) await settle(each);
        if (await seesAll(observer, observe, keep)) checks += 1;
      }
      return { checks, refused };
    },
    close: async () => {
      // A session that waits for another one doesn't notice the end of its connection.
      for (const { pid } of sessions) await control.query('select pg_terminate_backend($1)', [pid]);
      for (const client of [observer, control, ...sessions.map((session) => session.client)]) await client.end();
    },
  };
}

/** As the command does, but in the transaction of the session. */
async function foldAll(client: pg.Client): Promise<void> {
  for (const rollUp of rollUps)
    for (const places of await rowsToFold(client, rollUp, 'acme')) await foldRows(client, rollUp, 'acme', places);
}

function runningOf(sessions: Session[]): Promise<void>[] {
  return sessions.flatMap(({ running }) => running ?? []);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set deadlock_timeout = '20ms'; set client_min_messages = error`);
  return client;
}

/** False where a table is locked, as by a truncation that is not committed yet. */
async function seesAll(client: pg.Client, observe: Reader, keep: Keeper): Promise<boolean> {
  await client.query(`begin isolation level repeatable read; set local lock_timeout = '20ms'`);
  try {
    await keep(await observe(true));
    return true;
  } catch (error) {
    if (codeOf(error) === '55P03') return false;
    throw error;
  } finally {
    await client.query('rollback');
  }
}

/** A serialization failure, a deadlock, a key that is there or missing, a transaction that has failed before, or one refused. */
function isExpected(error: unknown): boolean {
  return ['40001', '40P01', '23505', '23503', '25P02', '0A000'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

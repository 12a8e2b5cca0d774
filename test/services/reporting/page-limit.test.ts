import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import pino from 'pino';
import { Registry } from 'prom-client';
import { openPool } from '../../../runtime/postgres/database.ts';
import { createSlots, inSlot } from '../../../services/reporting/servers/slots.ts';
import { createDatabase } from '../../support/postgres/database.ts';
import { untilStatements } from '../../support/postgres/waiting.ts';

const log = pino({ enabled: false });
let databaseUrl: string;
let pool: pg.Pool;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const config = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: 5, STATEMENT_TIMEOUT_MS: 20_000 };
  pool = openPool('pages', config, { log, metrics: new Registry() });
});
afterAll(() => pool.end());

it('leaves connections to other companies while the pages of one take long, and runs those that wait in turn', async () => {
  const slots = createSlots(5);
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(7)');
  const caller = new AbortController();
  let running = 0;
  let mostRunning = 0;
  const page = (signal: AbortSignal) =>
    inSlot(slots, 'acme', signal, async () => {
      mostRunning = Math.max(mostRunning, (running += 1));
      await pool.query('select pg_advisory_xact_lock(7)');
      running -= 1;
    });
  const pages = Array.from({ length: 5 }, () => page(AbortSignal.timeout(20_000)));
  const givenUp = page(caller.signal);
  await untilStatements(databaseUrl, 'pages', 3);

  const other = await inSlot(slots, 'other', AbortSignal.timeout(5_000), () =>
    pool.query<{ answer: number }>('select 1 as answer'),
  );
  expect(other.rows).toEqual([{ answer: 1 }]);

  caller.abort();
  await expect(givenUp).rejects.toMatchObject({ name: 'ApiError', code: 'service_unavailable' });

  await holder.query('select pg_advisory_unlock(7)');
  holder.release();
  await Promise.all(pages);
  expect(mostRunning).toBe(3);
});

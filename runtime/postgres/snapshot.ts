import type pg from 'pg';
import { cancellable, requireCaller } from './cancellation.ts';
import { breaksConnection, unavailableIfTransient } from './database.ts';
import type { Statement } from './database.ts';

/** Runs one statement of a snapshot, its rows as arrays of columns. */
export type RunInSnapshot = (text: string, values?: unknown[]) => Promise<unknown[][]>;

/** Runs a prepared one, its rows as objects. */
export type RunPrepared = <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => Promise<Row[]>;

/**
 * Yields what `read` yields, whose statements all see one snapshot. They end with it: cursors close when the consumer
 * stops, and a statement that runs is cancelled when `signal` is aborted. A truncation takes rows from older snapshots too: that
 * of a table in `tables` comes before the snapshot, or waits for its end.
 * @throws ApiError `service_unavailable` when the database can't answer now; other errors as they are
 */
export async function* inSnapshot<T>(
  pool: pg.Pool,
  tables: readonly string[],
  signal: AbortSignal,
  read: (run: RunInSnapshot, runPrepared: RunPrepared) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailableIfTransient(error);
  });
  const run: RunInSnapshot = async (text, values = []) => {
    requireCaller(signal);
    const query = client.query<unknown[]>({ text, values, rowMode: 'array' });
    return (await cancellable(client, signal, query)).rows;
  };
  const runPrepared: RunPrepared = async <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => {
    requireCaller(signal);
    return (await cancellable(client, signal, client.query<Row>({ ...statement, values }))).rows;
  };
  let broken = false;
  try {
    await run('begin isolation level repeatable read read only');
    if (tables.length > 0) await run(`lock table ${tables.join(', ')} in access share mode`);
    yield* read(run, runPrepared);
  } catch (error) {
    broken = breaksConnection(error);
    throw unavailableIfTransient(error);
  } finally {
    if (!broken) await client.query('rollback').catch(() => (broken = true));
    client.release(broken);
  }
}

/** What `read` makes of prepared statements that all see one snapshot. */
export async function readSnapshot<T>(
  pool: pg.Pool,
  tables: readonly string[],
  signal: AbortSignal,
  read: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  const once = inSnapshot(pool, tables, signal, async function* (_, run) {
    yield await read(run);
  });
  for await (const value of once) return value;
  throw new Error('it yields once, or throws');
}

import type pg from 'pg';
import { cancellable, requireCaller } from './cancellation.ts';
import { breaksConnection, unavailableIfTransient } from './database.ts';

/** Runs one statement of a snapshot, its rows as arrays of columns. */
export type RunInSnapshot = (text: string, values?: unknown[]) => Promise<unknown[][]>;

/**
 * Yields what `read` yields, whose statements all see one snapshot. They end with it: cursors close when the consumer
 * stops, and a statement that runs is cancelled when `signal` is aborted.
 * @throws ApiError `service_unavailable` when the database can't answer now; other errors as they are
 */
export async function* inSnapshot<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  read: (run: RunInSnapshot) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailableIfTransient(error);
  });
  const run: RunInSnapshot = async (text, values = []) => {
    requireCaller(signal);
    const query = client.query<unknown[]>({ text, values, rowMode: 'array' });
    return (await cancellable(client, signal, query)).rows;
  };
  let broken = false;
  try {
    await run('begin isolation level repeatable read read only');
    yield* read(run);
  } catch (error) {
    broken = breaksConnection(error);
    throw unavailableIfTransient(error);
  } finally {
    if (!broken) await client.query('rollback').catch(() => (broken = true));
    client.release(broken);
  }
}

import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { cancellable, requireCaller } from './cancellation.ts';
import { breaksConnection, unavailableIfTransient } from './database.ts';
import type { PreparedStatement } from './database.ts';

/** Runs one statement of a snapshot, prepared where it has a name. */
export type RunInSnapshot = <Row extends pg.QueryResultRow>(
  statement: Pick<PreparedStatement, 'text'> & Partial<PreparedStatement>,
  values?: unknown[],
) => Promise<Row[]>;

/** What `copy (query) to stdout` sends in its binary format, in batches, as fast as it is read. Only `signal` limits its time. */
export type CopyInSnapshot = (query: string) => AsyncGenerator<Buffer[], void>;

/**
 * Yields what `read` yields, whose statements all see one snapshot. They end with it: a copy ends with its connection when the
 * consumer stops, and a statement that runs is cancelled when `signal` is aborted. A truncation takes rows from older snapshots too: that
 * of a table in `tables` comes before the snapshot, or waits for its end.
 * @throws ApiError `service_unavailable` when the database can't answer now; other errors as they are
 */
export async function* inSnapshot<T>(
  pool: pg.Pool,
  tables: readonly string[],
  signal: AbortSignal,
  read: (run: RunInSnapshot, copy: CopyInSnapshot) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailableIfTransient(error);
  });
  const run: RunInSnapshot = async (statement, values = []) => {
    requireCaller(signal);
    return (await cancellable(client, signal, client.query({ ...statement, values }))).rows as never[];
  };
  let broken = false;
  let copying = false;
  const copy: CopyInSnapshot = async function* (query) {
    await run({ text: 'set local statement_timeout = 0' });
    // Until it was read to its end: also while a batch is awaited, nothing can follow it.
    copying = true;
    const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`, { highWaterMark: copiedBytes }));
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    const next = () => cancellable(client, signal, gathered(chunks));
    for (let parts = await next(); parts.length > 0; parts = await next()) yield parts;
    copying = false;
  };
  try {
    await run({ text: 'begin isolation level repeatable read read only' });
    if (tables.length > 0) await run({ text: `lock table ${tables.join(', ')} in access share mode` });
    yield* read(run, copy);
  } catch (error) {
    broken = breaksConnection(error);
    throw unavailableIfTransient(error);
  } finally {
    broken ||= copying;
    if (!broken) await client.query('rollback').catch(() => (broken = true));
    client.release(broken);
  }
}

/** Read ahead of the consumer, besides what Node and the operating system keep. */
const copiedBytes = 16_384;

/** Each batch costs the consumers much more than its bytes do, and Postgres sends 8 KB at a time. */
const gatheredBytes = 131_072;

async function gathered(chunks: AsyncIterator<Buffer, undefined>): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let bytes = 0; bytes < gatheredBytes;) {
    const chunk = await chunks.next();
    if (chunk.done) break;
    parts.push(chunk.value);
    bytes += chunk.value.length;
  }
  return parts;
}

/** What `read` makes of prepared statements that all see one snapshot. */
export async function readSnapshot<T>(
  pool: pg.Pool,
  tables: readonly string[],
  signal: AbortSignal,
  read: (run: RunInSnapshot) => Promise<T>,
): Promise<T> {
  const once = inSnapshot(pool, tables, signal, async function* (run) {
    yield await read(run);
  });
  for await (const value of once) return value;
  throw new Error('it yields once, or throws');
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isPassing } from '../../runtime/database.ts';
import type { Logger } from '../../runtime/logger.ts';
import { StartError } from '../../runtime/program.ts';

const retryMs = 500;

/**
 * Waits until the database accepts connections: its server may start at the same time, and its name be published later.
 * @throws StartError where it refuses this user, or does not accept connections within `limitMs`
 */
export async function waitForDatabase(databaseUrl: string, log: Logger, limitMs = 120_000): Promise<void> {
  const startedAt = performance.now();
  for (let waiting = false; ; waiting = true) {
    try {
      await connectOnce(databaseUrl);
      if (waiting) log.info('the database at DATABASE_URL accepts connections');
      return;
    } catch (error) {
      const reason = reasonOf(error);
      if (!isPassing(error) || performance.now() - startedAt > limitMs) {
        throw new StartError(`The database at DATABASE_URL can't be used: ${reason}`, { cause: error });
      }
      if (!waiting) log.warn({ reason, limitMs }, 'waiting for the database at DATABASE_URL');
    }
    await sleep(retryMs);
  }
}

async function connectOnce(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'migrate',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The message; of an attempt at several addresses of a name, which has none, the code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}

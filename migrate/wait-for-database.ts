import { connectWhenUp } from '../runtime/postgres/connect-when-up.ts';
import type { Logger } from '../runtime/logger.ts';
import { StartError } from '../runtime/process/start-error.ts';

/** @throws StartError where it refuses this user, or does not accept connections within `limitMs` */
export async function waitForDatabase(databaseUrl: string, log: Logger, limitMs = 120_000): Promise<void> {
  let isWaiting = false as boolean; // which onWait changes
  const onWait = (error: unknown) => {
    isWaiting = true;
    log.warn({ reason: reasonOf(error), limitMs }, 'waiting for the database at DATABASE_URL');
  };
  const client = await connectWhenUp(databaseUrl, { limitMs, onWait }).catch((error: unknown) => {
    throw new StartError(`The database at DATABASE_URL can't be used: ${reasonOf(error)}`, { cause: error });
  });
  await client.end();
  if (isWaiting) log.info('the database at DATABASE_URL accepts connections');
}

/** The message; of an attempt at several addresses of a name, which has none, the code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}

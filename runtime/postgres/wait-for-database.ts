import { setTimeout as sleep } from 'node:timers/promises';
import { ExplainedError } from '../explained-error.ts';
import { isTransient } from '../transient-error.ts';
import { connect } from './session.ts';

/**
 * Waits until a database accepts connections, since the network may refuse connections of a new pod for some seconds, until it knows
 * its policies. `onWait` is called once, with the reason.
 * @throws ExplainedError where the database refuses this user, or does not accept connections within `limitMs`
 */
export async function waitForDatabase(
  databaseUrl: string,
  onWait: (reason: string) => void,
  limitMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const client = await connect({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
      await client.end();
      return;
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline)
        throw new ExplainedError(`The database at DATABASE_URL can't be used: ${reasonOf(error)}`, { cause: error });
      if (isFirst) onWait(reasonOf(error));
      await sleep(100);
    }
  }
}

/** The message; of an attempt at several addresses of a name, which has none, the code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}

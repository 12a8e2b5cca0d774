import { connectWhenUp } from './connect-when-up.ts';
import { ExplainedError } from '../explained-error.ts';

/**
 * Waits until a database accepts connections, since the network may refuse those of a new pod for some seconds, until it knows
 * its policies. `onWait` is called once, with the reason. Returns whether it waited.
 * @throws ExplainedError where the database refuses this user, or does not accept connections within `limitMs`
 */
export async function waitForDatabase(
  databaseUrl: string,
  onWait: (reason: string) => void,
  limitMs = 10_000,
): Promise<boolean> {
  let hasWaited = false as boolean; // which onWait changes
  const client = await connectWhenUp(databaseUrl, {
    limitMs,
    onWait: (error) => {
      hasWaited = true;
      onWait(reasonOf(error));
    },
  }).catch((error: unknown) => {
    throw new ExplainedError(`The database at DATABASE_URL can't be used: ${reasonOf(error)}`, { cause: error });
  });
  await client.end();
  return hasWaited;
}

/** The message; of an attempt at several addresses of a name, which has none, the code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}

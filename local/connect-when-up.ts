import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Nothing listens there, or it refuses the user: waiting doesn't help. */
const final = ['ECONNREFUSED', '28P01', '28000'];

/** A connection, once the server accepts it: it may start, recover from a crash or shut down, for at most `limitMs`. */
export async function connectWhenUp(url: string, limitMs: number): Promise<pg.Client> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (final.includes(code) || performance.now() > limit) throw error;
      await sleep(100);
    }
  }
}

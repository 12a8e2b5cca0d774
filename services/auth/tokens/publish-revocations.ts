import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { revocationsChannel } from '../../../access/revocations.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { connect } from '../../../runtime/postgres/session.ts';

const retryMs = 500;
const checkMs = 5_000;

/**
 * Publishes in Redis that what tokens allow has changed, whenever a trigger in schema auth notifies of it. Notifications are lost with a
 * connection to Postgres, and messages with one to Redis: when either is back, that is published, too.
 * @returns what ends it
 */
export function publishRevocations(databaseUrl: string, redis: Redis, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const publish = () => void redis.publish(revocationsChannel, '').catch(() => undefined);
  redis.on('ready', publish);

  let failing = false;
  const listen = async () => {
    const client = await connect({
      connectionString: databaseUrl,
      application_name: 'auth changes',
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', publish);
    try {
      await client.query('listen auth_changes');
      if (failing) log.info('listening for changes in the database again');
      failing = false;
      publish();
      for (;;) {
        await sleep(checkMs, undefined, { signal: AbortSignal.any([lost.signal, stopping.signal]) });
        await client.query('select');
      }
    } finally {
      await client.end();
    }
  };
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!failing && !stopping.signal.aborted)
          log.warn({ err: error }, 'listening for changes in the database fails; trying again');
        failing = true;
      });
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await listening;
  };
}

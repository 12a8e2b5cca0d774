import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';
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
  const onListening = () => {
    if (failing) log.info('listening for changes in the database again');
    failing = false;
  };
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listen(databaseUrl, publish, onListening, stopping.signal).catch((error: unknown) => {
        if (!failing) log.warn({ err: error }, 'listening for changes in the database fails; trying again');
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

async function listen(
  databaseUrl: string,
  onChange: () => void,
  onListening: () => void,
  stopping: AbortSignal,
): Promise<void> {
  let client: pg.Client | undefined;
  const lost = new AbortController();
  try {
    client = await connect({
      connectionString: databaseUrl,
      application_name: 'auth changes',
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
    });
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', onChange);
    await client.query('listen auth_changes');
    onListening();
    onChange();
    for (;;) {
      await sleep(checkMs, undefined, { signal: AbortSignal.any([lost.signal, stopping]) });
      await client.query('select');
    }
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    await client?.end();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { anyChange, changesChannel } from '../../../access/changes.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { openSocket } from '../../../runtime/postgres/open-socket.ts';
import { connect } from '../../../runtime/postgres/session.ts';

const retryMs = 500;
const checkMs = 5_000;
const gatherMs = 20;
const maxChanges = 100;

/**
 * Publishes in Redis each change of which a trigger in schema auth notifies. Notifications are lost with a connection to
 * Postgres, and messages with one to Redis: when either is back, "any change" is published.
 * @returns what ends it
 */
export function publishRevocations(databaseUrl: string, redis: Redis, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let gathered: string[] = [];

  // Many at once, as an import brings, are sent as one: each costs every cache a search.
  const publish = () => {
    const changes = gathered.length > maxChanges ? [JSON.stringify(anyChange)] : gathered;
    gathered = [];
    redis.publish(changesChannel, `[${changes.join()}]`).catch(() => undefined);
  };
  const add = (change: string) => {
    if (gathered.push(change) === 1) setTimeout(publish, gatherMs);
  };
  redis.on('ready', () => add(JSON.stringify(anyChange)));

  let failing = false;
  const onListening = () => {
    if (failing) log.info('listening for changes in the database again');
    failing = false;
  };
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listen(databaseUrl, add, onListening, stopping.signal).catch((error: unknown) => {
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
  onChange: (change: string) => void,
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
      stream: openSocket,
    });
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload }) => onChange(payload ?? JSON.stringify(anyChange)));
    await client.query('listen auth_changes');
    onListening();
    onChange(JSON.stringify(anyChange));
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

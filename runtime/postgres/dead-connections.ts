import type pg from 'pg';
import { observeCalls } from './observe-calls.ts';

const graceMs = 1_000;

/**
 * Closes the connection when a statement isn't answered a second after Postgres itself should have ended it: its server is
 * gone, or the network to it, without a word. The system would find that out after a quarter of an hour.
 */
export function closeWhenDead(client: pg.ClientBase, { STATEMENT_TIMEOUT_MS }: { STATEMENT_TIMEOUT_MS: number }): void {
  observeCalls(client, 'query', (query) => {
    if (typeof query === 'object' && query !== null && 'submit' in query) return undefined;
    const limit = setTimeout(() => hangUp(client), STATEMENT_TIMEOUT_MS + graceMs).unref();
    return () => clearTimeout(limit);
  });
}

/** Closes it without a word, which may not get through. Whoever waits for an answer gets an error. */
export function hangUp(client: pg.ClientBase): void {
  (client as Connected).connection.stream.destroy();
}

// What node-postgres has and its types lack.
type Connected = pg.ClientBase & { connection: pg.Connection };

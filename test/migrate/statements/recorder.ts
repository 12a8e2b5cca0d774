/** Loaded into a service before its main file: writes every statement on a service's own tables to STATEMENTS_FILE. */
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import type { Statement } from './replay.ts';

type Query = (this: pg.Client, statement: string | { text: string; values?: unknown[] }, values?: unknown) => unknown;

const { STATEMENTS_FILE } = process.env;
const client = pg.Client.prototype as unknown as { query: Query };
const query = client.query;

if (STATEMENTS_FILE) {
  client.query = function (statement, ...rest) {
    const [values] = rest;
    record(
      typeof statement === 'string'
        ? { text: statement, values: Array.isArray(values) ? values : [] }
        : { text: statement.text, values: statement.values ?? (Array.isArray(values) ? values : []) },
    );
    return query.call(this, statement, ...rest);
  };
}

function record(statement: Statement): void {
  if (!/\b(auth|reporting)"?\./.test(statement.text)) return;
  const line = JSON.stringify(statement).replaceAll(/-----BEGIN.*?-----END[^-]*-----(\\n)?/g, 'a private key');
  appendFileSync(STATEMENTS_FILE ?? '', `${line}\n`);
}

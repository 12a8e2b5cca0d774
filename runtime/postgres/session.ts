import pg from 'pg';

/**
 * What all statements rely on, whatever the database, the role or the environment has. As statements, since a pooler such as PgBouncer
 * refuses most of them among the parameters that a connection begins with; one that pools by transaction keeps the settings of formats.
 */
export const sessionSettings = `
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set standard_conforming_strings = on;
  set search_path = '';
  set default_transaction_isolation = 'read committed'`;

// node-postgres parses a time of another format as null, which would mean "never".
const { TIMESTAMPTZ } = pg.types.builtins;
const readTime = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date | number | null;
pg.types.setTypeParser(TIMESTAMPTZ, (text) => {
  const time = readTime(text);
  if (time === null) throw new Error(`a time of the database can't be read: ${text}`);
  return time;
});

/** A connection of its own, which the caller ends. */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // also the error of the statement that it ends
  try {
    await client.connect();
    await client.query(sessionSettings);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

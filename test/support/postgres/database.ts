import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const templateDatabase = 'template_reports';

/** The server of this run; of a run on Citus its nodes, the coordinator first. */
const servers = () => (process.env.TEST_POSTGRES_URL ?? '').split(' ').map((url) => new URL(url));

export const isOnCitus = () => servers().length > 1;

/** The URLs of this database on each server. */
export function onEachServer(databaseUrl: string): string[] {
  const { pathname } = new URL(databaseUrl);
  return servers().map((server) => Object.assign(server, { pathname }).href);
}

/** A database of one's own, cloned from the migrated template; its URL. */
export async function createDatabase(template = templateDatabase): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const urls: string[] = [];
  for (const server of servers()) {
    await withClient(server.href, async (client) => {
      // Two files that clone at once would each be a user of the template.
      await client.query('select pg_advisory_lock(1)');
      await client.query(`create database ${name} template ${template}`);
    });
    server.pathname = name;
    urls.push(server.href);
  }
  return urls[0] ?? '';
}

/** A connection that the caller ends. */
export async function connectTo(databaseUrl: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, ...settings });
  // Where the connection is lost, the query that runs is rejected, or the next one.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function query<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => (await client.query<Row>(text, values)).rows);
}

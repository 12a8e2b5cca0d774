// Keeps a table of Postgres equal to the payments, row for row. npm install pg HOST/portal/platform-client-reporting-1.0.0.tgz
import { createClient } from '@platform/client-reporting';
import pg from 'pg';

const { BASE_URL: baseUrl = 'http://localhost:8080', CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const client = createClient({ baseUrl, clientId, clientSecret });
const database = new pg.Client(process.env.COPY_URL);
await database.connect();
await database.query(`
  create table if not exists payments (id text primary key, row jsonb not null);
  create table if not exists copied (version text not null)`);
const { rows: known } = await database.query('select version from copied');

// Rows and version change together, or neither.
async function inTransaction(version, work) {
  await database.query('begin');
  try {
    await work();
    await database.query('delete from copied');
    await database.query('insert into copied values ($1)', [version]);
    await database.query('commit');
  } catch (error) {
    await database.query('rollback');
    throw error;
  }
}
const put = (rows) =>
  database.query(
    `insert into payments select row ->> '_id', row from jsonb_array_elements($1) row
     on conflict (id) do update set row = excluded.row`,
    [JSON.stringify(rows)],
  );

// Wide and fixed: rows enter a range that moves without a change.
await client.scheduledPayments.sync(
  { fromDate: '2020-01-01', toDate: '2035-12-31' },
  {
    since: known[0]?.version,
    load: (rows, version) =>
      inTransaction(version, async () => {
        await database.query('delete from payments');
        let batch = [];
        for await (const row of rows) {
          if (batch.push(row) === 1_000) await put(batch.splice(0));
        }
        await put(batch);
      }),
    apply: (rows, removedIds, version) =>
      inTransaction(version, async () => {
        await put(rows);
        await database.query('delete from payments where id = any ($1)', [removedIds]);
      }),
    count: async () => {
      const { rows } = await database.query('select count(*)::integer as "totalCount" from payments');
      return rows[0];
    },
  },
);
await database.end();

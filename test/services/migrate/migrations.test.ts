import { expect, it } from '@jest/globals';
import path from 'node:path';
import { schemas } from '../../../services/migrate/schemas.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { createDatabase, query, withClient } from '../../support/postgres/database.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { temporaryDirectory, writeFiles } from '../../support/files.ts';
import { untilLockIsWaitedFor } from '../../support/postgres/waiting.ts';

const { directory: temporary } = await temporaryDirectory();

it('A database that has all migrations stays as it is, also from a checkout whose lines end with CR LF', async () => {
  const database = await createDatabase('template1');
  await migrateUp(database, schemas);
  const first = await dumpSchema(database);
  expect(first).toContain('column auth.users.id text not null');
  expect(first).toContain('column reporting.scheduled_payments.amount numeric(15,2) not null');
  const ofWindows = await Promise.all(
    schemas.map(async ({ schema, directory }) => {
      const files = readdirSync(directory).map((file) => [file, readFileSync(path.join(directory, file), 'utf8')]);
      const lines = files.map(([file = '', text = '']) => [file, text.replaceAll('\n', '\r\n')] as const);
      return { schema, directory: await writeFiles(temporary, Object.fromEntries(lines)) };
    }),
  );
  expect(await migrateUp(database, ofWindows)).toEqual([]);
  expect(await dumpSchema(database)).toEqual(first);
  const fromWindows = await createDatabase('template1');
  await migrateUp(fromWindows, ofWindows);
  expect(await migrateUp(fromWindows, schemas)).toEqual([]);
  expect(await dumpSchema(fromWindows)).toEqual(first);
});

it('Each migration runs once, however many processes start at once', async () => {
  const database = await createDatabase('template1');
  const directory = await writeFiles(temporary, {
    '0001-first.sql': 'create schema counted; create table counted.runs (name text); select pg_sleep(1);',
    '0002-second.sql': `insert into counted.runs values ('second')`,
  });
  // Each has a session of its own, as a process has.
  await Promise.all([1, 2, 3, 4].map(() => migrateUp(database, [{ schema: 'counted', directory }])));
  expect(await query(database, 'select name from counted.runs')).toEqual([{ name: 'second' }]);
  expect(await applied(database)).toEqual(['counted 0001-first', 'counted 0002-second']);
});

it('A failed migration leaves nothing, and the earlier ones leave nothing either', async () => {
  const database = await createDatabase('template1');
  const directory = await writeFiles(temporary, {
    '0001-good.sql': 'create schema reporting; create table reporting.good (id text);',
    '0002-bad.sql': 'create table reporting.half (id text); create table reporting.good (id text);',
  });
  await expect(migrateUp(database, [{ schema: 'reporting', directory }])).rejects.toThrow(
    /0002-bad.*relation "good" already exists/,
  );
  expect(await dumpSchema(database)).toEqual([]);
  expect(await query(database, `select to_regclass('public.client_reporting_migrations') as record`)).toEqual([
    { record: null },
  ]);
});

it('A migration that would make readers wait for long waits itself, gives up in time, and changes nothing', async () => {
  const database = await createDatabase('template1');
  const first = 'create schema reporting; create table reporting.busy (id text);';
  const directory = await writeFiles(temporary, { '0001-first.sql': first });
  await migrateUp(database, [{ schema: 'reporting', directory }]);
  const migrated = await writeFiles(temporary, {
    '0001-first.sql': first,
    '0002-second.sql': 'create table reporting.more (id text); alter table reporting.busy add column more text;',
  });
  const before = await dumpSchema(database);
  await withClient(database, async (reader) => {
    await reader.query('begin; select from reporting.busy');
    const migrating = migrateUp(database, [{ schema: 'reporting', directory: migrated }], { lockWaitMs: 5_000 });
    const gaveUp = expect(migrating).rejects.toThrow(/0002-second.*canceling statement due to lock timeout/);
    await untilLockIsWaitedFor(database);
    // Who reads waits behind it, and is let in before it gives up.
    await query(database, 'select from reporting.busy');
    await untilLockIsWaitedFor(database);
    await gaveUp;
  });
  expect(await dumpSchema(database)).toEqual(before);
  const [applied] = await migrateUp(database, [{ schema: 'reporting', directory: migrated }]);
  expect(applied).toEqual({ migration: 'reporting 0002-second', tookMs: expect.any(Number) });
  expect(await dumpSchema(database)).toContain('column reporting.busy.more text');
});

it('A migration that waits for another process says so, and gives up in time', async () => {
  const database = await createDatabase();
  const lines: string[] = [];
  const log = createLogger('migrate', 'info', { write: (line) => lines.push(line) });
  await withClient(database, async (other) => {
    await other.query('begin; select pg_advisory_xact_lock(7215001)');
    const migrating = migrateUp(database, schemas, { log, lockWaitMs: 1_000 });
    await expect(migrating).rejects.toThrow('canceling statement due to lock timeout');
  });
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 'warn', msg: 'waiting for a lock', lockWaitMs: 1_000 }),
  ]);
  await migrateUp(database, schemas, { log, lockWaitMs: 1_000 });
});

it('A migration that was edited after it was applied is refused, and the later ones too', async () => {
  const database = await createDatabase('template1');
  const first = 'create schema reporting; create table reporting.one (id text);';
  const directory = await writeFiles(temporary, { '0001-first.sql': first });
  await migrateUp(database, [{ schema: 'reporting', directory }]);
  const before = await dumpSchema(database);
  const edited = await writeFiles(temporary, {
    '0001-first.sql': `${first} create table reporting.two (id text);`,
    '0002-second.sql': 'create table reporting.three (id text);',
  });
  await expect(migrateUp(database, [{ schema: 'reporting', directory: edited }])).rejects.toThrow(
    'Migration reporting 0001-first is not the one that this database has: its file was edited since.',
  );
  expect(await dumpSchema(database)).toEqual(before);
});

async function applied(database: string): Promise<string[]> {
  const record = 'select schema, name from public.client_reporting_migrations order by schema, name';
  return (await query<{ schema: string; name: string }>(database, record)).map(
    ({ schema, name }) => `${schema} ${name}`,
  );
}

/** Everything that the schemas hold, a line each. */
async function dumpSchema(database: string): Promise<string[]> {
  const ours = `nspname in ('auth', 'reporting')`;
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      with relation as (
        select c.oid, c.relkind, nspname || '.' || relname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours}
      )
      select 'schema ' || nspname as line from pg_namespace where ${ours}
      union all
      select format('column %s.%s %s', name, attname, format_type(atttypid, atttypmod))
        || case when attnotnull then ' not null' else '' end
      from relation join pg_attribute a on a.attrelid = relation.oid and attnum > 0 and not attisdropped
      where relkind in ('r', 'p', 'v', 'm')
      union all
      select format('constraint %s.%s %s', name, conname, pg_get_constraintdef(k.oid))
      from relation join pg_constraint k on k.conrelid = relation.oid
      union all
      select 'index ' || pg_get_indexdef(oid) from relation where relkind in ('i', 'I')
      union all
      select 'trigger ' || pg_get_triggerdef(t.oid)
      from relation join pg_trigger t on t.tgrelid = relation.oid and not tgisinternal
      union all
      select 'function ' || pg_get_functiondef(p.oid)
      from pg_proc p join pg_namespace n on n.oid = pronamespace where ${ours} and prokind in ('f', 'p')
      order by line`);
    return rows.map(({ line }) => line);
  });
}

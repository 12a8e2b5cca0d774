import path from 'node:path';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../../local/postgres/postgres.ts';
import { schemas } from '../../../services/migrate/schemas.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { reports } from '../../../services/reporting/reports.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { startStandby, untilReplayed } from '../../support/postgres/standby.ts';
import { company, contract, payment, person, together } from '../../support/fixtures.ts';

type Row = { _id: string; removed: boolean };
type Copy = { rows: Map<string, Row>; version: string };

const settings = { fsync: 'off', wal_level: 'replica', max_prepared_transactions: '1' };
const unknown = "it is not of your company's data as they are now";
const inFolder = (name: string) => path.join(directory, name);
const { directory } = await temporaryDirectory();

it('Reporting refuses versions of commits that a promoted standby lacks, and goes on from earlier ones', async () => {
  const primary = await startDatabase('primary');
  const standby = await startStandby(primary, inFolder('primary'), inFolder('standby'), settings);
  const kept = await copiesOfCommits(primary);
  const behind = await cutOff(standby, primary, 'standby');
  const lost = await copiesOfCommits(primary);
  await primary.stop();
  await query(behind.urlOf('postgres'), 'select pg_promote()');
  await expectRewritten(behind, kept, lost);
  await behind.stop();
});

it.each(['changes', 'the whole report'])(
  'Reporting refuses to go on with %s where an answer that was not the last has commits that a promoted standby lacks',
  async (of) => {
    const name = of.replaceAll(' ', '-');
    const primary = await startDatabase(name);
    await query(
      primary.urlOf('reports'),
      `insert into reporting.scheduled_payments
       select 'acme', to_char(n, 'FM"m"0000'), 'web', 'fixed', 'M', 1, 1, 'paid', '2024-03-03' from generate_series(1, 1500) n`,
    );
    const standby = await startStandby(primary, inFolder(name), inFolder(`${name}-standby`), settings);
    const copy: Copy = { rows: new Map(), version: '' };
    const behind = await withReader(primary, async (read) => {
      if (of === 'changes') {
        for (let more = true; more;) more = await read(copy);
        await query(primary.urlOf('reports'), `update reporting.people set last_name = 'Renamed'`);
      }
      const promoted = await cutOff(standby, primary, `${name}-standby`);
      expect(await read(copy)).toBe(true);
      await query(primary.urlOf('reports'), `update reporting.scheduled_payments set amount = 2 where id = 'm1400'`);
      expect(await read(copy)).toBe(true);
      return promoted;
    });
    await primary.stop();
    await query(behind.urlOf('postgres'), 'select pg_promote()');
    await withReader(behind, async (read) => {
      for (const change of ['select', ...changes]) {
        await query(behind.urlOf('reports'), change);
        await expect(read({ ...copy })).rejects.toMatchObject({ code: 'version_gone' });
      }
    });
    await behind.stop();
  },
);

it('Reporting goes on over a prepared transaction, which keeps its stripe, and one beside it', async () => {
  const postgres = await startDatabase('prepared');
  await withReader(postgres, async (read) => {
    const copy: Copy = { rows: new Map(), version: '' };
    await read(copy);
    const change = (id: string) =>
      `begin isolation level repeatable read; update reporting.scheduled_payments set amount = 7 where id = '${id}'`;
    await query(postgres.urlOf('reports'), `${change('p1')}; prepare transaction 'changes'`);
    for (const statement of [`${change('p2')}; commit`, `commit prepared 'changes'`]) {
      await query(postgres.urlOf('reports'), statement);
      await read(copy);
    }
    const current: Copy = { rows: new Map(), version: '' };
    await read(current);
    expect(copy).toEqual(current);
  });
  await postgres.stop();
});

/** The standby, which has what the primary has by now and nothing after. */
async function cutOff(standby: LocalPostgres, primary: LocalPostgres, name: string): Promise<LocalPostgres> {
  await untilReplayed(primary, standby);
  await query(standby.urlOf('postgres'), `alter system set primary_conninfo = ''`);
  await standby.stop();
  const { port } = new URL(standby.urlOf('postgres'));
  return startLocalPostgres(inFolder(name), { ...settings, port, primary_conninfo: '' });
}

async function startDatabase(name: string): Promise<LocalPostgres> {
  const postgres = await startLocalPostgres(inFolder(name), settings);
  await query(postgres.urlOf('postgres'), 'create database reports');
  await migrateUp(postgres.urlOf('reports'), schemas);
  await load(postgres.urlOf('reports'), together(company('acme'), rows));
  return postgres;
}

/** A copy of the report after each of some commits. */
async function copiesOfCommits(postgres: LocalPostgres): Promise<Copy[]> {
  return withReader(postgres, async (read) => {
    const copies: Copy[] = [];
    for (const change of changes) {
      await query(postgres.urlOf('reports'), change);
      const copy = { rows: new Map(), version: '' };
      await read(copy);
      copies.push(copy);
    }
    return copies;
  });
}

/** What was seen before is brought up to date, and what was lost is refused: at once, and after other commits. */
async function expectRewritten(postgres: LocalPostgres, kept: Copy[], lost: Copy[]): Promise<void> {
  await withReader(postgres, async (read) => {
    for (const change of ['select', ...changes, ...changes]) {
      await query(postgres.urlOf('reports'), change);
      const current: Copy = { rows: new Map(), version: '' };
      await read(current);
      for (const copy of kept) {
        await read(copy);
        expect(copy).toEqual(current);
      }
      for (const copy of lost) {
        await expect(read({ ...copy })).rejects.toMatchObject({
          code: 'version_gone',
          message: expect.stringContaining(unknown),
        });
      }
    }
  });
}

/** Whether there is more. */
type ReadCopy = (copy: Copy) => Promise<boolean>;

async function withReader<T>(postgres: LocalPostgres, work: (read: ReadCopy) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: postgres.urlOf('reports') });
  // The server may stop before the pool's last connection has ended.
  pool.on('error', () => undefined);
  const { readChanges } = openReports(pool);
  try {
    return await work(async (copy) => {
      const range = { fromDate: '2020-01-01', toDate: '2035-12-31' };
      const request = firstPage({ ...range, companyId: 'acme', since: copy.version });
      const { json, version, more } = await readChanges(
        reports['scheduled-payments'],
        request,
        AbortSignal.timeout(20_000),
      );
      for (const row of (JSON.parse(json.toString()) as { results: Row[] }).results) {
        if (row.removed) copy.rows.delete(row._id);
        else copy.rows.set(row._id, row);
      }
      copy.version = version;
      return more;
    });
  } finally {
    await pool.end();
  }
}

const changes = [
  'update reporting.scheduled_payments set amount = amount + 1',
  `begin isolation level repeatable read; update reporting.scheduled_payments set amount = amount + 1 where id = 'p2'; commit`,
  `update reporting.people set last_name = last_name || 'a'`,
  `begin; delete from reporting.scheduled_payments where id = 'p1'; savepoint s; update reporting.contracts set title = title || 't';
   rollback to s; commit`,
  `insert into reporting.scheduled_payments values ('acme', 'p1', 'web', 'fixed', 'Again', 1, 1, 'paid', '2024-03-03')`,
];

const rows = {
  people: [person('ana', 'Ana', 'A')],
  contracts: [contract('web')],
  scheduled_payments: [payment('p1'), payment('p2')],
};

import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { decodeVersion, encodeVersion } from '../../proto/report-version.ts';
import type { reports } from '../../proto/reports.ts';
import { rebuildAll } from '../../services/reporting/roll-ups/rebuild.ts';
import { trimChanges } from '../../services/reporting/roll-ups/trim-changes.ts';
import { company, contract, day, payment, paymentsPath, person, tokenOf } from '../support/fixtures.ts';
import { isOnCitus, query, withClient } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { exported } from '../support/reports/exports.ts';
import { until } from '../support/until.ts';
import { ownProduct } from '../support/programs/own-product.ts';

type Row = { _id: string; removed: boolean } & Record<string, unknown>;
type Answer = { results: Row[]; version: string; more: boolean; totalCount?: number; statistics?: object };

const deletedAtOnce = 'all rows of a table were deleted at once, or the roll-ups were repaired, since then';
const everything = 'fromDate=2020-01-01&toDate=2035-12-31';

const people = { contractor_id: 'ana', employer_id: 'eve' };
const rows = {
  people: [person('ana', 'Ana', 'A'), person('bob', 'Bob', 'B'), person('eve', 'Eve', 'E')],
  teams: ['t1', 't2'].map((id) => ({ id, company_id: 'acme', name: id })),
  contracts: [
    contract('web', { ...people, team_id: 't1' }),
    contract('shop', { ...people, contractor_id: 'bob', team_id: 't2' }),
    contract('h1', { ...people, type: 'hourly', rate: 40, team_id: 't1' }),
    contract('h2', { ...people, type: 'hourly', rate: 40, contractor_id: 'bob', team_id: 't2' }),
    contract('foreign', { company_id: 'rival' }),
  ],
  scheduled_payments: [
    ...['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((id, index) =>
      payment(id, { status: index % 2 ? 'upcoming' : 'paid', contract_id: index < 4 ? 'web' : 'shop' }),
    ),
    payment('foreign', { contract_id: 'foreign' }),
  ],
  timesheet_days: [day('h1', '2024-02-02'), day('h1', '2024-04-02'), day('h2', '2024-02-03')],
};

const product = await ownProduct({}, company('acme'), company('rival'), rows);
const tokens: Record<string, string> = {
  acme: await tokenOf(product.url, 'acme'),
  rival: await tokenOf(product.url, 'rival'),
};

describe.each(['scheduled-payments', 'timesheets'] as const)('changes of %s', (report) => {
  it('The first changes are the whole report, with the version and totals of its list, and HEAD has only headers', async () => {
    const copy = await begin(report);
    await expectCurrent(copy);
    const list = await get(listOf(report), everything);
    expect(copy.last.version).toBe(String(list.headers['report-version']).slice(1, -1));
    expect(copy.rows.size).toBeGreaterThan(1);
    const head = await getAs('acme', `${changesOf(report)}?${everything}`, 'head').expect(200);
    expect([head.text, head.headers['report-version']]).toEqual([undefined, list.headers['report-version']]);
  });

  it('Changes are empty where nothing changed, by the version of a page, an export or changes', async () => {
    const page = await get(listOf(report), everything);
    const file = await get(listOf(report), everything).set('Accept', 'text/csv');
    for (const { headers } of [page, file]) {
      const since = String(headers['report-version']).slice(1, -1);
      for (let time = 0; time < 2; time += 1) {
        const answer = await get(changesOf(report), `${everything}&since=${since}`).expect(200);
        const { statistics, pagination } = page.body as { statistics: object; pagination: { totalCount: number } };
        const { totalCount } = pagination;
        expect(answer.body).toEqual({ results: [], version: since, more: false, totalCount, statistics });
        expect(answer.headers).toMatchObject({ 'report-version': `"${since}"`, 'cache-control': 'no-store' });
        expect(answer.headers).not.toHaveProperty('link');
      }
    }
  });

  it.each([
    ['a payment of a status', `update reporting.scheduled_payments set status = 'paid' where id = 'p2'`],
    ['a deleted payment', `delete from reporting.scheduled_payments where id = 'p3'`],
    [
      'a payment of another contract',
      `update reporting.scheduled_payments set contract_id = (
         select id from reporting.contracts where company_id = 'acme' and id in ('shop', 'renumbered')
       ) where company_id = 'acme' and id = 'p4'`,
    ],
    ['a new id', `update reporting.scheduled_payments set id = 'p55' where id = 'p5'`],
    [
      'a date out of the range',
      `update reporting.scheduled_payments set scheduled_payment_on = '2040-01-01' where id = 'p6'`,
    ],
    ['a contractor that is renamed', `update reporting.people set last_name = 'Renamed' where id = 'ana'`],
    ['an employer that is renamed', `update reporting.people set last_name = 'Boss' where id = 'eve'`],
    ['a team that is renamed', `update reporting.teams set name = 'Renamed' where id = 't1'`],
    ['a contract of another team', `update reporting.contracts set team_id = 't2' where id in ('web', 'h1')`],
    ['a contract without a team', `update reporting.contracts set team_id = null where id in ('web', 'h1')`],
    [
      'a contract of another contractor',
      `update reporting.contracts set contractor_id = 'bob' where id in ('web', 'h1')`,
    ],
    ['a title', `update reporting.contracts set title = 'Other' where id in ('web', 'h1')`],
    ['a day', `update reporting.timesheet_days set tracked_minutes = 90 where contract_id = 'h1'`],
    ['a deleted day', `delete from reporting.timesheet_days where contract_id = 'h2'`],
    [
      'a new day',
      `insert into reporting.timesheet_days values ('acme', 'h2', 'hourly', '2024-03-03', 60, 0, 0, 60, 60, 1, 50)`,
    ],
    // Citus keeps no foreign key that passes an id on.
    ...(isOnCitus()
      ? []
      : [['an id of a contract', `update reporting.contracts set id = 'renumbered' where id = 'shop'`]]),
    [
      'a transaction with a snapshot of its own',
      `begin isolation level repeatable read; update reporting.scheduled_payments set amount = 3 where id = 'p1';
       update reporting.timesheet_days set billed_minutes = 7 where contract_id = 'h1'; commit`,
    ],
    [
      'one of each kind in a transaction, and one that is rolled back',
      `begin; ${isOnCitus() ? `set local citus.multi_shard_modify_mode = 'sequential';` : ''}
       update reporting.scheduled_payments set amount = 4 where id = 'p1';
       update reporting.timesheet_days set billed_minutes = 8 where contract_id = 'h1' and work_date = '2024-02-02';
       update reporting.contracts set title = 'One' where id = 'web';
       update reporting.people set last_name = 'One' where id = 'bob';
       savepoint s; delete from reporting.timesheet_days where contract_id = 'h1'; rollback to s;
       update reporting.teams set name = 'One' where id = 't2'; commit`,
    ],
  ])('Changes keep copies of all filters equal: %s', async (_, statement) => {
    const filters = ['', '&teamIds=t1', '&contractorIds=ana', '&teamIds=t2&contractorIds=bob'];
    if (report === 'scheduled-payments') filters.push('&scheduledPaymentStatuses=upcoming');
    const copies = await Promise.all(filters.map((filter) => begin(report, `${everything}${filter}`)));
    await write(statement);
    for (const copy of copies) {
      await update(copy);
      await expectCurrent(copy);
    }
  });

  // Citus refuses to move a row to another company.
  if (!isOnCitus())
    it('Changes follow a contract to another company and back', async () => {
      const id = report === 'timesheets' ? 'h1' : 'web';
      const both = [await begin(report), await begin(report, everything, 'rival')];
      const team = await query(product.databaseUrl, `select team_id from reporting.contracts where id = '${id}'`);
      const move = (companyId: string, teamId: unknown) =>
        query(product.databaseUrl, 'update reporting.contracts set company_id = $1, team_id = $2 where id = $3', [
          ...[companyId, teamId, id],
        ]);
      for (const [companyId, teamId] of [
        ['rival', null],
        ['acme', team[0]?.team_id],
      ]) {
        const sizes = both.map(({ rows }) => rows.size);
        await move(String(companyId), teamId);
        for (const copy of both) {
          await update(copy);
          await expectCurrent(copy);
        }
        const grown = both.map(({ rows }, index) => Math.sign(rows.size - (sizes[index] ?? 0)));
        expect(grown).toEqual(companyId === 'rival' ? [-1, 1] : [1, -1]);
      }
    });

  it('Each column that changes alone raises the version, and its row is among the changes', async () => {
    const [own, contractId, row] =
      report === 'timesheets'
        ? [
            'timesheet_days',
            'h1',
            `contract_id = 'h1' and work_date = (select min(work_date) from reporting.timesheet_days)`,
          ]
        : ['scheduled_payments', 'web', `company_id = 'acme' and id = 'p1'`];
    await write(`update reporting.contracts set contractor_id = 'ana', employer_id = 'eve', team_id = 't1', rate = 40
      where company_id = 'acme' and id = '${contractId}'`);
    const places: Record<string, string> = {
      [own]: row,
      contracts: `company_id = 'acme' and id = '${contractId}'`,
      people: `id = 'ana'`,
      teams: `company_id = 'acme' and id = 't1'`,
    };
    const values: Record<string, string> = {
      ...{ text: `# || '!'`, integer: '# + 1', numeric: '# + 0.25', date: '# + 1' },
      'timestamp with time zone': `'2024-02-02T00:00:00Z'`,
      ...{ status: `'failed'`, contractor_id: `'bob'`, employer_id: `'bob'`, team_id: `'t2'` },
    };
    // A new column is one of them. The others are keys, or the same in each row.
    const columns = await query<{ table: string; column: string; type: string }>(
      product.databaseUrl,
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
       where table_schema = 'reporting' and table_name = any ($1)
         and column_name not in ('company_id', 'id', 'contract_id', 'type', 'contract_type')
       order by table_name = 'contracts', ordinal_position`,
      [Object.keys(places)],
    );
    const copy = await begin(report);
    for (const { table, column, type } of columns) {
      const before = copy.last.version;
      const value = String(values[column] ?? values[type]).replace('#', column);
      await write(`update reporting.${table} set ${column} = ${value} where ${places[table]}`);
      const changed = (await update(copy)).flatMap(({ results }) => results);
      expect([table, column, changed.length > 0, copy.last.version !== before]).toEqual([table, column, true, true]);
      await expectCurrent(copy);
    }
  });

  it('Changes name only what may have changed', async () => {
    const [key, table, type] =
      report === 'timesheets'
        ? ['c.id', 'contracts', 'hourly']
        : ['p.id', 'scheduled_payments p join reporting.contracts', 'fixed'];
    const copy = await begin(report);
    for (const [statement, concerned] of [
      [`update reporting.people set first_name = 'Bob of ${report}' where id = 'bob'`, `contractor_id = 'bob'`],
      [`update reporting.people set first_name = 'Eve of ${report}' where id = 'eve'`, `employer_id = 'eve'`],
      [`update reporting.teams set name = 'Team of ${report}' where id = 't2'`, `team_id = 't2'`],
    ] as const) {
      const rows = await query<{ id: string }>(
        product.databaseUrl,
        `select ${key} from reporting.${table} c ${report === 'timesheets' ? '' : 'on p.company_id = c.company_id and p.contract_id = c.id'}
         where c.company_id = 'acme' and c.type = '${type}' and ${concerned}`,
      );
      await write(statement);
      const ids = (await update(copy)).flatMap(({ results }) => results.map(({ _id }) => _id));
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    }
  });

  it('Changes go on after 1,000 rows of the log, or after the row with the 1,000th key', async () => {
    const copy = await begin(report);
    // With the row of the version itself, these are 1,000 and more.
    for (const count of [999, 1_001]) {
      await write(`do $$ begin
           for n in 1..${count} loop update reporting.teams set name = 'T' || n where id = 't1'; end loop;
         end $$`);
      await update(copy);
      await expectCurrent(copy);
    }
    const insert = `insert into reporting.scheduled_payments
      select 'acme', 'k' || n, 'web', 'fixed', 'K', 1, 1, 'paid', '2024-03-03' from generate_series(1, 1000) n`;
    await write(`${insert}; update reporting.teams set name = 'T' where id = 't1'`);
    await update(copy);
    await expectCurrent(copy);
    await write(`delete from reporting.scheduled_payments where id like 'k%'`);
    await write(`update reporting.teams set name = 'T1' where id = 't1'`);
  });

  it('Changes are 410 for another company, another history and another form of rows', async () => {
    const { last } = await begin(report);
    const unknown =
      "it is not of your company's data as they are now: it is another company's, or of data that were restored from a backup";
    await expectGone(report, last.version, unknown, 'rival');
    const { seen: stripes } = decodeVersion(last.version) ?? { seen: new Map<number, bigint>() };
    const changed = (by: bigint) =>
      encodeVersion(new Map([...stripes].map(([stripe, version]) => [stripe, version + by])));
    await expectGone(report, changed(1n), unknown);
    await expectGone(report, encodeVersion(new Map([...stripes, [30, 1n]])), unknown);
    const bytes = Buffer.from(last.version, 'base64url');
    bytes[1] = (bytes[1] ?? 0) ^ 1;
    await expectGone(report, bytes.toString('base64url'), 'rows have other members since the service was updated');
  });

  it('Changes are 410 for a version older than the log', async () => {
    const { last } = await begin(report);
    await write(`update reporting.teams set name = name || '!'`);
    await write(`update reporting.teams set name = name || '!'`);
    await write(`update reporting.changes set changed_at = now() - interval '36 days'`);
    await withClient(product.databaseUrl, async (client) => trimChanges(client, 'acme', 35));
    await expectGone(report, last.version, 'it is older than the log of changes');
  });

  it('Changes are 410 after a rebuild, also where a name was changed past a trigger that was switched off and on again', async () => {
    const { last } = await begin(report);
    // Citus lets no trigger of a distributed table be switched off; there the rebuild alone is enough.
    if (!isOnCitus()) await write('alter table reporting.teams disable trigger track_update');
    await write(`update reporting.teams set name = 'Past the trigger' where id = 't1'`);
    if (!isOnCitus()) await write('alter table reporting.teams enable trigger track_update');
    await withClient(product.databaseUrl, rebuildAll);
    await expectGone(report, last.version, deletedAtOnce);
    await write(`update reporting.teams set name = 'T1' where id = 't1'`);
  });

  it('Changes refuse an invalid version, sort and page by 400 with a hint', async () => {
    const refused = await get(changesOf(report), `${everything}&since=abc&sortField=contract&page=2`).expect(400);
    expect(refused.body).toMatchObject({
      error: 'validation_error',
      details: {
        since: { message: 'must be a Report-Version of this service' },
        sortField: { message: expect.stringContaining('is not a parameter here') },
        page: { message: expect.stringContaining('is not a parameter here') },
      },
    });
  });
});

it('Many changes come in answers of 1,000, whatever changes meanwhile', async () => {
  await write(`insert into reporting.scheduled_payments
     select 'acme', 'm' || n, 'web', 'fixed', 'M', 1, 1, 'paid', '2024-03-03' from generate_series(1, 2500) n`);
  const copy = copyOf('scheduled-payments', everything);
  const answers = await update(
    copy,
    async (answered) => {
      await write(
        `update reporting.scheduled_payments set amount = 10 + ${answered} where id in ('m1', 'm999', 'm1500')`,
      );
      await write(`delete from reporting.scheduled_payments where id = 'm${answered}'`);
    },
    3,
  );
  expect(answers.map(({ results, more }) => [results.length <= 1_000, more])).toEqual([
    ...answers.slice(1).map(() => [true, true]),
    [true, false],
  ]);
  await expectCurrent(copy);
  await write(`update reporting.people set first_name = 'New' where id = 'bob'`);
  const renamed = await update(
    copy,
    async (answered) => {
      await write(`update reporting.contracts set team_id = 't${1 + (answered % 2)}' where id = 'web'`);
    },
    2,
  );
  expect(renamed.length).toBeGreaterThan(2);
  await expectCurrent(copy);
});

it('Many changes are 410 before their end where they can no longer be made whole', async () => {
  const { last } = await begin('scheduled-payments');
  await write(`update reporting.contracts set title = 'New' where id = 'web'`);
  const parts = [];
  for (const since of ['', `&since=${last.version}`]) {
    const { more, version } = (await get(changesOf('scheduled-payments'), everything + since)).body as Answer;
    expect(more).toBe(true);
    parts.push(version);
  }
  await write('truncate reporting.timesheet_days');
  for (const version of parts) await expectGone('scheduled-payments', version, deletedAtOnce);
  await load(product.databaseUrl, { timesheet_days: rows.timesheet_days });
});

it('Changes of more than 10,000 payments in one statement are 410', async () => {
  const { last } = await begin('scheduled-payments');
  await write(`insert into reporting.scheduled_payments
     select 'acme', 'n' || n, 'web', 'fixed', 'M', 1, 1, 'paid', '2024-03-03' from generate_series(1, 10001) n`);
  await expectGone('scheduled-payments', last.version, 'one change since then was of more than 10,000 rows');
});

it('Changes are compressed where the request accepts it', async () => {
  const answer = await get(changesOf('scheduled-payments'), everything).set('Accept-Encoding', 'gzip');
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.headers.link).toMatch(/since=A[\w-]+>; rel="next"$/);
});

it('The rest of an answer in parts is refused once the application is revoked', async () => {
  await write(`insert into reporting.scheduled_payments
     select 'acme', 'r' || n, 'web', 'fixed', 'M', 1, 1, 'paid', '2024-03-03' from generate_series(1, 1100) n`);
  const part = await get(changesOf('scheduled-payments'), everything).expect(200);
  const { more, version } = part.body as Answer;
  expect(more).toBe(true);
  await write(`update auth.oauth_applications set revoked_at = now() where user_id = 'acme-user'`);
  const rest = () => get(changesOf('scheduled-payments'), `${everything}&since=${version}`);
  await until('it is refused', async () => (await rest()).status === 401);
});

type Name = keyof typeof reports;
type Copy = { report: Name; parameters: string; companyId: string; rows: Map<string, object>; last: Answer };

const listOf = (report: Name) => paymentsPath.replace('scheduled-payments', report);
const changesOf = (report: Name) => listOf(report).replace('list', 'changes');

function get(path: string, parameters: string, companyId = 'acme') {
  return getAs(companyId, `${path}?${parameters}`);
}

function getAs(companyId: string, path: string, method: 'get' | 'head' = 'get') {
  return request(product.url)[method](path).set('Authorization', `Bearer ${tokens[companyId]}`);
}

function write(statement: string) {
  return query(product.databaseUrl, statement);
}

function copyOf(report: Name, parameters: string, companyId = 'acme'): Copy {
  return { report, parameters, companyId, rows: new Map(), last: { results: [], version: '', more: true } };
}

async function begin(report: Name, parameters = everything, companyId = 'acme'): Promise<Copy> {
  const copy = copyOf(report, parameters, companyId);
  await update(copy);
  return copy;
}

/** Follows the links to the end. */
async function update(
  copy: Copy,
  between: (answered: number) => Promise<void> = () => Promise.resolve(),
  times = 0,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (
    let path = `${changesOf(copy.report)}?${copy.parameters}${copy.last.version && `&since=${copy.last.version}`}`;
    ;
  ) {
    const response = await getAs(copy.companyId, path).expect(200);
    const answer = response.body as Answer;
    for (const { _id, removed, ...row } of answer.results) {
      if (removed) copy.rows.delete(_id);
      else copy.rows.set(_id, copy.report === 'timesheets' ? row : { _id, ...row });
    }
    answers.push(answer);
    copy.last = answer;
    if (!answer.more) return answers;
    if (answers.length <= times) await between(answers.length);
    const [, next = ''] = /^<http:\/\/[^/]+(\/[^>]+)>; rel="next"$/.exec(String(response.headers.link)) ?? [];
    path = next;
  }
}

/** The copy is the export of the same version, and its totals are those of the list. */
async function expectCurrent({ report, parameters, companyId, rows: copied, last }: Copy): Promise<void> {
  const query = Object.fromEntries(new URLSearchParams(parameters));
  const url = `${product.url}${listOf(report)}`;
  const { headers, text } = await exported(url, query, tokens[companyId] ?? '', 'application/x-ndjson');
  expect(headers['report-version']).toBe(`"${last.version}"`);
  const lines = text.split('\n').filter(Boolean);
  const sorted = (all: Iterable<object>) => [...all].map((row) => JSON.stringify(row)).toSorted();
  expect(sorted(copied.values())).toEqual(sorted(lines.map((line) => JSON.parse(line) as object)));
  const page = await get(listOf(report), parameters, companyId);
  const { statistics, pagination } = page.body as { statistics: object; pagination: { totalCount: number } };
  expect([last.totalCount, last.statistics]).toEqual([pagination.totalCount, statistics]);
}

async function expectGone(report: Name, since: string, reason: string, companyId = 'acme'): Promise<void> {
  const gone = await get(changesOf(report), `${everything}&since=${since}`, companyId).expect(410);
  expect(gone.body).toEqual({
    error: 'version_gone',
    message: `The changes since this version are not known: ${reason}. Read the report again, without since.`,
  });
}

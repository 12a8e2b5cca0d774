import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { exported, mediaTypes } from '../../support/reports/exports.ts';
import { isOnCitus, query } from '../../support/postgres/database.ts';
import { lockTable, untilStatements } from '../../support/postgres/waiting.ts';
import {
  company,
  contract,
  day,
  payment,
  paymentsPath,
  person,
  timesheetsPath,
  tokenOf,
} from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const hourly = { type: 'hourly', employer_id: 'bo', rate: '40' };
const span = { fromDate: '2024-01-01', toDate: '2024-12-31' };

const product = await ownProduct({ DATABASE_POOL_SIZE: '5' }, company('acme'), company('rival'), {
  people: [person('ana', 'Ana', 'Müller'), person('bo', '=Bo()', 'O"Hara, "Jr"')],
  teams: [{ id: 'red', company_id: 'acme', name: '@red' }],
  contracts: [
    contract('web', { title: 'Title of web', employer_id: 'bo', team_id: 'red' }),
    contract('help', { ...hourly, title: 'Title of help', contractor_id: 'bo', team_id: 'red' }),
    contract('care', { ...hourly, title: 'Title of care', rate: '12.5' }),
  ],
  scheduled_payments: [
    payment('p1', { name: '-1+1', amount: '-12.50', paid_amount: '0', scheduled_payment_on: '2024-03-01' }),
    payment('p2', {
      name: 'one\r\ntwo;=3',
      ...{ amount: '1000000', paid_amount: '0.1', status: 'upcoming' },
      scheduled_payment_on: '2024-03-02T10:20:30.456Z',
    }),
    payment('p3', { scheduled_payment_on: '2023-12-31' }),
  ],
  timesheet_days: [
    day('help', '2024-05-06', [60, 15, 0, 60, 30], '40.25', '33.33'),
    day('care', '2024-05-06', [120, 15, 0, 60, 30], '40.25', '33.33'),
  ],
});
const token = await tokenOf(product.url, 'acme');

const payments = `${product.url}${paymentsPath}`;
const timesheets = `${product.url}${timesheetsPath}`;
const get = (url: string, accept: string, query: Record<string, string> = span) => exported(url, query, token, accept);

it('CSV has every matching payment, by RFC 4180, and nothing that a spreadsheet would run', async () => {
  const { status, headers, text } = await get(payments, 'text/csv');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="scheduled-payments_2024-01-01_2024-12-31.csv"',
    'x-total-count': '2',
    'cache-control': 'private, no-cache',
    etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    'report-version': expect.stringMatching(/^"A[\w-]+"$/),
    vary: 'Authorization, Accept, Accept-Encoding',
  });
  expect(text).toBe(
    'id,name,amount,paidAmount,status,scheduledPaymentOn,contractId,contractTitle,contractorId,contractorFirstName,' +
      'contractorLastName,employerId,employerFirstName,employerLastName,teamId,teamName\r\n' +
      `p2,"one\r\ntwo;'=3",1000000.00,0.10,upcoming,2024-03-02T10:20:30.456Z,web,Title of web,ana,Ana,Müller,` +
      `bo,"'=Bo()","O""Hara, ""Jr""",red,"'@red"\r\n` +
      `p1,"'-1+1",-12.50,0.00,paid,2024-03-01T00:00:00.000Z,web,Title of web,ana,Ana,Müller,` +
      `bo,"'=Bo()","O""Hara, ""Jr""",red,"'@red"\r\n`,
  );
});

it('CSV has every matching contract of the timesheets', async () => {
  const { headers, text } = await get(timesheets, 'text/csv');
  expect(headers['content-disposition']).toBe('attachment; filename="timesheets_2024-01-01_2024-12-31.csv"');
  expect(headers['x-total-count']).toBe('2');
  expect(text).toBe(
    'contractId,contractTitle,contractorId,contractorFirstName,contractorLastName,employerId,employerFirstName,' +
      'employerLastName,teamId,teamName,rate,billableMinutes,billedMinutes,manualMinutes,overtimeMinutes,' +
      'trackedMinutes,activity,billableAmount\r\n' +
      `care,Title of care,ana,Ana,Müller,bo,"'=Bo()","O""Hara, ""Jr""",,,12.50,60,30,15,0,120,33.33,40.25\r\n` +
      `help,Title of help,bo,"'=Bo()","O""Hara, ""Jr""",bo,"'=Bo()","O""Hara, ""Jr""",red,"'@red",` +
      `40.00,60,30,15,0,60,33.33,40.25\r\n`,
  );
});

it('CSV of nothing is only a heading', async () => {
  const never = { fromDate: '1999-01-01', toDate: '1999-01-01' };
  const { status, headers, text } = await get(payments, 'text/csv', never);
  expect([status, headers['x-total-count']]).toEqual([200, '0']);
  expect(text).toMatch(/^id,name,[^\r\n]*\r\n$/);
});

const reports = [
  ['scheduled-payments', payments],
  ['timesheets', timesheets],
] as const;

it.each(reports)('NDJSON of %s has on each line a result exactly as in JSON', async (report, url) => {
  const { text: json } = await get(url, 'application/json');
  const { status, headers, text } = await get(url, 'application/x-ndjson');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': `attachment; filename="${report}_2024-01-01_2024-12-31.ndjson"`,
    'x-total-count': '2',
  });
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  expect(lines).toHaveLength(2);
  expect(json.startsWith(`{"results":[${lines.join(',')}],`)).toBe(true);
});

const [csv, json] = ['text/csv; charset=utf-8; header=present', 'application/json; charset=utf-8'];

it.each([
  ['text/csv', csv],
  ['TEXT/CSV ; Q=0.1', csv],
  ['text/*', csv],
  ['application/json;q=0.4, text/csv;q=0.5', csv],
  ['*/*;q=0.1, application/x-ndjson', 'application/x-ndjson'],
  ['application/json, text/csv', json],
  ['text/csv, */*', csv],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', json],
  ['', json],
  ['text/csv;header="a, b;q=0";q=0.5, application/json;q=0.4', csv],
  ['application/csv', csv],
  ['application/ndjson', 'application/x-ndjson'],
  ['application/jsonl; charset=utf-8', 'application/x-ndjson'],
  ['application/parquet', 'application/vnd.apache.parquet'],
])('Accept: %s gets %s', async (accept, type) => {
  const { status, headers } = await get(payments, accept);
  expect([status, headers['content-type']]).toEqual([200, type]);
});

it.each(['image/png', 'text/csv;q=0', 'application/xml, text/html', 'csv', ',;q=x,'])(
  'Accept: %s names no available type: 406',
  async (accept) => {
    const { status, text } = await get(timesheets, accept);
    expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([406, 'not_acceptable']);
  },
);

const ofFiles = ['content-type', 'content-disposition', 'x-total-count'];
const ofVersions = ['etag', 'report-version', 'cache-control', 'vary'];

describe.each(Object.values(mediaTypes))('A file as %s', (accept) => {
  it('A file has no page: page and itemsPerPage are 400 under their names', async () => {
    const { status, headers, text } = await get(payments, accept, { ...span, page: '1', itemsPerPage: '10' });
    const message = 'must not be given here: an export has every row';
    expect([status, headers['content-type']]).toEqual([400, json]);
    expect(JSON.parse(text)).toEqual({
      error: 'validation_error',
      message: `The request is not valid. page: ${message}. itemsPerPage: ${message}`,
      details: { page: { message }, itemsPerPage: { message } },
    });
  });

  it('A part of a file is refused, but by If-Range, and a part of a page or of headers is the whole', async () => {
    const part = { Range: 'bytes=2-' };
    const { status, text } = await exported(payments, span, token, accept, 'GET', part);
    const message = 'must not be given here: each file is made anew. Request the whole file, without Range';
    expect([status, JSON.parse(text)]).toEqual([
      400,
      {
        error: 'validation_error',
        message: `The request is not valid. Range: ${message}`,
        details: { Range: { message } },
      },
    ]);
    const others = await Promise.all([
      exported(payments, span, token, accept, 'GET', { ...part, 'If-Range': '"a"' }),
      exported(payments, span, token, accept, 'HEAD', part),
      exported(payments, span, token, 'application/json', 'GET', part),
    ]);
    for (const { status, headers } of others) expect([status, headers['content-range']]).toEqual([200, undefined]);
  });

  it.each(reports)(
    'A file of %s has its headers by HEAD, and is 304 for a client that has it, until the data change',
    async (_, url) => {
      const { headers: cached } = await get(url, accept);
      const head = await exported(url, span, token, accept, 'HEAD');
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', undefined]);
      for (const name of [...ofFiles, ...ofVersions]) expect(head.headers[name]).toBe(cached[name]);
      const condition = { 'If-None-Match': String(cached.etag) };
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers, text } = await exported(url, span, token, accept, method, condition);
        expect([status, text]).toEqual([304, '']);
        for (const name of ofVersions) expect(headers[name]).toBe(cached[name]);
        for (const name of ofFiles) expect(headers[name]).toBeUndefined();
      }
      await query(product.databaseUrl, `update reporting.teams set name = name || '!' where company_id = 'acme'`);
      expect((await exported(url, span, token, accept, 'GET', condition)).status).toBe(200);
    },
  );

  it.each(reports)(
    'A file of %s shows nothing of it to another company, and is 401 without a token',
    async (_, url) => {
      const other = await tokenOf(product.url, 'rival');
      const { headers, text } = await exported(url, { ...span, teamIds: ['red'] }, other, accept);
      expect(headers['x-total-count']).toBe('0');
      expect(text).not.toContain('acme');
      expect((await exported(url, span, '', accept)).status).toBe(401);
    },
  );
});

// On Citus they lock no tables: a node that hangs would stop them all.
if (!isOnCitus())
  it('A truncation that exports and changes wait for comes before them', async () => {
    const range = { fromDate: '2024-03-01', toDate: '2024-03-02', teamIds: ['red'] };
    const changes = `${product.url}${paymentsPath.replace(/list$/, 'changes')}`;
    const { version } = JSON.parse((await exported(changes, range, token, 'application/json')).text) as {
      version: string;
    };
    await query(product.databaseUrl, `update reporting.scheduled_payments set name = 'Other' where id = 'p1'`);
    const client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    await client.query('begin; truncate reporting.scheduled_payments');
    const file = exported(payments, range, token, 'application/x-ndjson');
    const changed = exported(changes, { ...range, since: version }, token, 'application/json');
    await untilStatements(product.databaseUrl, 'reporting exports', 1);
    await untilStatements(product.databaseUrl, 'reporting', 1);
    await client.query('commit');
    await client.end();
    const now = await get(payments, 'application/x-ndjson', { ...range, teamIds: 'red' });
    expect(await file).toMatchObject({
      status: 200,
      text: '',
      headers: { 'report-version': now.headers['report-version'] },
    });
    expect(await changed).toMatchObject({ status: 410, text: expect.stringContaining('version_gone') as unknown });
  });

if (!isOnCitus())
  it('Pages of one company that wait leave connections to another', async () => {
    const rival = await tokenOf(product.url, 'rival');
    const unlock = await lockTable(product.databaseUrl, 'reporting.scheduled_payments');
    try {
      for (let day = 1; day < 9; day += 1)
        void get(payments, 'application/json', { ...span, fromDate: `2024-01-0${day}` });
      // Three of five connections.
      await untilStatements(product.databaseUrl, 'reporting', 3);
      expect((await exported(timesheets, span, rival, 'application/json')).status).toBe(200);
    } finally {
      await unlock();
    }
  });

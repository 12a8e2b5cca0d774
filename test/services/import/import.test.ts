import { randomBytes, randomInt } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCsv } from '../../../services/import/csv.ts';
import { importDirectory } from '../../../services/import/import-directory.ts';
import { hashClientSecret, matchClientSecret } from '../../../services/auth/clients/client-secret.ts';
import { runCommand } from '../../support/programs/command.ts';
import { createDatabase, isOnCitus, query } from '../../support/postgres/database.ts';
import { dumpTables, rowsOf } from '../../support/postgres/dump.ts';
import { temporaryDirectory, writeFiles } from '../../support/files.ts';
import { secret } from '../../support/fixtures.ts';
import { pepper, pepperSetting } from '../../support/pepper.ts';

const { directory: temporary } = await temporaryDirectory();

it('The import reads every file, columns in any order, an empty field as null; the same files again change nothing', async () => {
  const database = await createDatabase();
  await importFiles(database, everyFile);
  expect(await read(database, 'auth.users', 'id, company_id, first_name, last_name, status')).toEqual([
    { id: 'u1', company_id: 'acme', first_name: 'Uma', last_name: 'User', status: 'active' },
    { id: 'u2', company_id: null, first_name: 'Ugo', last_name: 'User', status: 'inactive' },
  ]);
  expect(await read(database, 'auth.oauth_applications', 'client_id, user_id, grant_types')).toEqual([
    { client_id: 'app-1', user_id: 'u1', grant_types: ['client_credentials', 'password'] },
    { client_id: 'app-2', user_id: null, grant_types: [] },
  ]);
  const hashes = await query<{ hash: Buffer }>(
    database,
    'select secret_hash as hash from auth.client_secrets order by client_id',
  );
  expect(matchClientSecret('app-1', 'the-secret-of-the-first', hashes, [pepper])).toBe(hashes[0]);
  expect(hashes[1]?.hash).toEqual(hashClientSecret('app-2', secret));
  expect(await read(database, 'reporting.teams', 'id, company_id, name')).toEqual([
    { id: 't1', company_id: 'acme', name: 'Core' },
    { id: 't2', company_id: 'rival', name: 'Rivals' },
  ]);
  const before = await dumpTables(database);
  expect(rowsOf(before)).toMatchObject({
    'reporting.contracts': [
      '(acme,f1,fixed,Site,ana,bob,t1,)',
      '(acme,h1,hourly,Api,ana,bob,,80.00)',
      '(rival,f2,fixed,Shop,ana,bob,t2,12.50)',
    ],
    'reporting.scheduled_payments': [
      '(acme,p1,f1,fixed,First,0.10,0.00,upcoming,"2024-02-29 00:00:00+00")',
      '(acme,p2,f1,fixed,Second,9999999999999.99,0.20,paid,"2024-02-29 23:59:59.123456+00")',
      '(rival,p3,f2,fixed,Refund,-5.00,-5.00,processing,"2024-03-01 01:30:00+00")',
    ],
    'reporting.timesheet_days': [
      '(acme,h1,hourly,2024-02-28,60,60,0,0,0,0.00,)',
      '(acme,h1,hourly,2024-02-29,480,30,10,470,400,626.67,55.5)',
    ],
  });
  await importFiles(database, everyFile);
  expect(await dumpTables(database)).toEqual(before);
});

// On Citus they are kept with the shards, by each node.
if (!isOnCitus())
  it('The import leaves statistics of each table that it fills, roll-ups too', async () => {
    const database = await createDatabase();
    await importFiles(database, everyFile);
    const analyzed = `select distinct tablename as name from pg_stats where schemaname = 'reporting' order by name`;
    const tables = [
      'companies',
      'contracts',
      'payment_sums',
      'payment_totals',
      'people',
      'scheduled_payments',
      'teams',
    ];
    expect(await query(database, analyzed)).toEqual(
      [...tables, 'timesheet_days', 'timesheet_periods'].map((name) => ({ name })),
    );
  });

it('The import reads RFC 4180: quotes, and commas and line breaks inside them, CRLF or LF, with or without a BOM', async () => {
  const database = await createDatabase();
  const companies =
    '\uFEFF"id",name\r\nc1,"Comma, ""quote"""\r\n\r\nc2,"two\r\nlines"\r\nc3," spaces "\r\nc4,Zoë\tÅ\\N\r\n';
  await importFiles(database, {
    'companies.csv': companies,
    'people.csv': 'id,first_name,last_name\np,"A\nB",\\.\n',
  });
  expect(await read(database, 'reporting.companies', 'id, name')).toEqual([
    { id: 'c1', name: 'Comma, "quote"' },
    { id: 'c2', name: 'two\r\nlines' },
    { id: 'c3', name: ' spaces ' },
    { id: 'c4', name: 'Zoë\tÅ\\N' },
  ]);
  expect(await read(database, 'reporting.people', 'first_name, last_name')).toEqual([
    { first_name: 'A\nB', last_name: '\\.' },
  ]);
  await importFiles(database, { 'companies.csv': 'id,name\nc1,One\r\nc2,Two\nc3,\u{1F680}\r\n' });
  expect(await read(database, 'reporting.companies', 'id, name')).toMatchObject(
    ['One', 'Two', '\u{1F680}', 'Zoë\tÅ\\N'].map((name) => ({ name })),
  );
});

it('The import reads past hidden files and empty rows, and cuts seconds after six decimals', async () => {
  const database = await createDatabase();
  await importFiles(database, {
    '._people.csv': 'not a table',
    '~$people.csv': 'not a table',
    'companies.csv': 'id,name\nc1,C\n',
    'people.csv': 'id,first_name,last_name\r\nx1,Ann,Lee\r\n,,\r\n\r\n',
    'contracts.csv': 'id,company_id,type,title,contractor_id,employer_id,team_id,rate\nf1,c1,fixed,T,x1,x1,,\n',
    'scheduled_payments.csv':
      'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\n' +
      'p1,f1,N,1,0,paid,2024-02-29t10:00:00.1234567z\np2,f1,N,1,0,paid,9999-12-31T23:59:59.9999999Z\n',
  });
  expect(rowsOf(await dumpTables(database))['reporting.scheduled_payments']).toEqual([
    '(c1,p1,f1,fixed,N,1.00,0.00,paid,"2024-02-29 10:00:00.123456+00")',
    '(c1,p2,f1,fixed,N,1.00,0.00,paid,"9999-12-31 23:59:59.999999+00")',
  ]);
});

it('The import accepts a file whose last line has no end and ids like those of spreadsheets where this is allowed, and external_ids that users exchange', async () => {
  const database = await createDatabase();
  const header = 'id,company_id,first_name,last_name,status,external_id\n';
  await importFiles(database, { 'users.csv': `${header}May,,A,A,active,x\n71e3,,B,B,active,y\n` });
  const directory = await writeFiles(temporary, {
    'users.csv': `${header}May,,A,A,active,y\n71e3,,B,B,active,x\n7.1E+04,,C,C,active,`,
  });
  const settings = { DATABASE_URL: database };
  const args = ['dist/services/import/main.js', '--allow-cut-files', '--allow-spreadsheet-ids', directory];
  expect(await runCommand('node', args, settings)).toMatchObject({ status: 0, stderr: '' });
  expect(await read(database, 'auth.users', 'id, external_id')).toEqual([
    { id: '7.1E+04', external_id: null },
    { id: '71e3', external_id: 'x' },
    { id: 'May', external_id: 'y' },
  ]);
});

it('The import reads any CSV as csv-parse does', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r\n', ' ', '\u{1F680}'), maxLength: 6 });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 9 });
  const ends = fc.constantFrom('\n', '\r\n');
  const file = path.join(temporary, 'any.csv');
  await fc.assert(
    fc.asyncProperty(table, ends, async (rows, end) => {
      const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
      const text = rows.map((row) => row.map(quoted).join(',') + end).join('');
      await writeFile(file, text);
      const fields: string[][] = [];
      for await (const row of readCsv(file)) fields.push(row.fields);
      expect(fields).toEqual(parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n'] }));
    }),
  );
});

it('The import updates a row that exists in every column, wherever it moves', async () => {
  const [database, fresh] = [await createDatabase(), await createDatabase()];
  await importFiles(database, everyFile);
  await importFiles(database, everyFileChanged);
  await importFiles(fresh, everyFileChanged);
  expect(rowsOf(await dumpTables(database))).toEqual(rowsOf(await dumpTables(fresh)));
});

it('The import accepts the least and the most that it allows', async () => {
  const database = await createDatabase();
  const [low, high] = [longId(), longId()];
  const money = '9999999999999.99';
  await importFiles(database, {
    'companies.csv': `id,name\n${low},${'\u{1F680}'.repeat(1_000)}\n${high},N\n`,
    'people.csv': `id,first_name,last_name\n${low},${random(1_000)},L\n`,
    'users.csv': `id,company_id,first_name,last_name,status\n${low},${high},F,L,active\n`,
    'oauth_applications.csv': `client_id,client_secret,user_id,grant_types\n\u{1F680}\u{1F680},${'s'.repeat(100)},${low},${'g '.repeat(500)}\n`,
    'teams.csv': `id,company_id,name\n${low},${low},${random(1_000)}\n`,
    'contracts.csv':
      'id,company_id,type,title,contractor_id,employer_id,team_id,rate\n' +
      `${low},${low},fixed,${random(1_000)},${low},${low},${low},0\n${high},${low},hourly,T,${low},${low},,${money}\n`,
    'scheduled_payments.csv':
      'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\n' +
      `${low},${low},${random(1_000)},${money},-${money},processing,9999-12-31T23:59:59.999999Z\n` +
      `${high},${low},N,-${money},${money},paid,0001-01-01T00:00Z\n`,
    'timesheet_days.csv':
      'contract_id,work_date,tracked_minutes,manual_minutes,overtime_minutes,billable_minutes,billed_minutes,billable_amount,activity\n' +
      `${high},0001-01-01,999999999,0,999999999,999999999,999999999,${money},100.000000000000000\n` +
      `${high},9999-12-31,999999999,999999999,0,0,0,-${money},\n`,
  });
  expect(await query(database, 'select from reporting.scheduled_payments')).toHaveLength(2);
  expect(await query(database, 'select from reporting.timesheet_days')).toHaveLength(2);
});

it('The import moves a contract with its payments and days to the company that only a row of the contract names', async () => {
  const database = await createDatabase();
  await importFiles(database, everyFile);
  const header = 'id,company_id,type,title,contractor_id,employer_id,team_id,rate\n';
  await importFiles(database, {
    'contracts.csv': `${header}f1,rival,fixed,Site,ana,bob,t2,\nh1,rival,hourly,Api,ana,bob,,80\n`,
  });
  expect(
    await query(
      database,
      `select id, company_id from reporting.scheduled_payments
       union select 'day', company_id from reporting.timesheet_days order by id`,
    ),
  ).toEqual(['day', 'p1', 'p2', 'p3'].map((id) => ({ id, company_id: 'rival' })));
});

it('The command takes a folder relative to where npm was called, prints a summary and ends with status 0', async () => {
  const folder = await writeFiles(temporary, everyFile);
  const settings = { DATABASE_URL: await createDatabase(), INIT_CWD: path.dirname(folder), ...pepperSetting };
  const command = ['dist/services/import/main.js', path.basename(folder)];
  const { status, stdout, stderr } = await runCommand(process.execPath, command, settings);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Imported 18 rows in \d+\.\d s \(companies 2, users 2, oauth_applications 2, people 2, teams 2, contracts 3, scheduled_payments 3, timesheet_days 2\)\.\n$/,
  );
});

it('The option --if-empty imports the demo data once, and nothing where there are companies', async () => {
  const settings = { DATABASE_URL: await createDatabase(), ...pepperSetting };
  const run = () =>
    runCommand(process.execPath, ['dist/services/import/main.js', '--if-empty', 'dist/local/demo'], settings);
  expect((await run()).stdout).toMatch(/^Imported \d+ rows in .* \(companies 4, users 4, oauth_applications 4, /);
  const stdout = 'The database holds companies already. Nothing is imported.\n';
  expect(await run()).toEqual({ status: 0, stderr: '', stdout });
});

it('A column with a default that a file lacks keeps what is stored; new rows have the default', async () => {
  const database = await createDatabase();
  const [header, both] = ['client_id,client_secret,user_id', `app-c,${secret},\napp-d,${secret},\n`];
  const stored = `app-c,${secret},,password\n`;
  await importFiles(database, { 'oauth_applications.csv': `${header},grant_types\n${stored}` });
  await importFiles(database, { 'oauth_applications.csv': `${header}\n${both}` });
  expect(await query(database, 'select client_id, grant_types from auth.oauth_applications order by 1')).toEqual([
    { client_id: 'app-c', grant_types: ['password'] },
    { client_id: 'app-d', grant_types: ['client_credentials'] },
  ]);
});

it('The command needs no more memory for more rows', async () => {
  const database = await createDatabase();
  const directory = await writeFiles(temporary, everyFile);
  const payments = function* () {
    yield 'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\n';
    for (let row = 1; row <= rows; row += 1_000)
      yield Array.from(
        { length: 1_000 },
        (_, n) => `n${row + n},f1,${'long '.repeat(40)}${row + n},1.5,0,failed,2024-01-01\n`,
      ).join('');
  };
  await pipeline(Readable.from(payments()), createWriteStream(path.join(directory, 'scheduled_payments.csv')));
  const { status, stderr } = await runImport(directory, database, ['--max-old-space-size=96']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(await query(database, 'select count(*)::int from reporting.scheduled_payments')).toEqual([{ count: rows }]);
});

const rows = 200_000;

/** Text that no compression makes shorter. */
function random(characters: number): string {
  return randomBytes(characters).toString('base64url').slice(0, characters);
}

/** As many bytes as an id may have. */
function longId(): string {
  return Array.from({ length: 400 }, () => String.fromCodePoint(randomInt(0x100, 0x250))).join('');
}

const everyFile = {
  'companies.csv': 'name,id\nAcme,acme\nRival,rival\n',
  'users.csv': 'status,id,last_name,first_name,company_id\nactive,u1,User,Uma,acme\ninactive,u2,User,Ugo,\n',
  'oauth_applications.csv':
    'grant_types,user_id,client_secret,client_id\nclient_credentials  password,u1,the-secret-of-the-first,app-1\n' +
    `,,${secret},app-2\n`,
  'people.csv': 'last_name,first_name,id\nGarcía,Ana,ana\nBoss,Bob,bob\n',
  'teams.csv': 'name,company_id,id\nCore,acme,t1\nRivals,rival,t2\n',
  'contracts.csv':
    'rate,team_id,employer_id,contractor_id,title,type,company_id,id\n' +
    ',t1,bob,ana,Site,fixed,acme,f1\n12.5,t2,bob,ana,Shop,fixed,rival,f2\n80,,bob,ana,Api,hourly,acme,h1\n',
  'scheduled_payments.csv':
    'scheduled_payment_on,status,paid_amount,amount,name,contract_id,id\n' +
    '2024-02-29,upcoming,0,0.10,First,f1,p1\n2024-02-29T23:59:59.123456,paid,0.2,9999999999999.99,Second,f1,p2\n' +
    '2024-02-29 20:30-05:00,processing,-5,-5.00,Refund,f2,p3\n',
  'timesheet_days.csv':
    'activity,billable_amount,billed_minutes,billable_minutes,overtime_minutes,manual_minutes,tracked_minutes,work_date,contract_id\n' +
    '55.5,626.67,400,470,10,30,480,2024-02-29,h1\n,0,0,0,0,60,60,2024-02-28,h1\n',
};

/** The same keys, with every other column different. */
const everyFileChanged = {
  'companies.csv': 'id,name\nacme,Acme 2\nrival,Rival 2\n',
  'users.csv': 'id,company_id,first_name,last_name,status\nu1,,Una,Usera,inactive\nu2,rival,Upo,Userb,active\n',
  'oauth_applications.csv':
    'client_id,client_secret,user_id,grant_types\napp-1,another-secret-of-the-first,,\napp-2,other-2,u2,client_credentials\n',
  'people.csv': 'id,first_name,last_name\nana,Anna,Garcia\nbob,Rob,Chief\n',
  'teams.csv': 'id,company_id,name\nt1,rival,Core 2\nt2,acme,Rivals 2\n',
  'contracts.csv':
    'id,company_id,type,title,contractor_id,employer_id,team_id,rate\n' +
    'f1,rival,fixed,Site 2,bob,ana,t1,3\nf2,acme,fixed,Shop 2,bob,ana,t2,\nh1,rival,hourly,Api 2,bob,ana,t1,81\n',
  'scheduled_payments.csv':
    'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\n' +
    'p1,f2,First 2,1,1,paid,2023-01-01\np2,f2,Second 2,2,2,deleted,2023-01-02\np3,f1,Refund 2,3,3,failed,2023-01-03\n',
  'timesheet_days.csv':
    'contract_id,work_date,tracked_minutes,manual_minutes,overtime_minutes,billable_minutes,billed_minutes,billable_amount,activity\n' +
    'h1,2024-02-29,1,1,1,1,1,1,\nh1,2024-02-28,61,2,3,4,5,6,7\n',
};

function read(database: string, table: string, columns: string) {
  return query(database, `select ${columns} from ${table} order by 1`);
}

async function importFiles(database: string, files: Record<string, string>) {
  return importDirectory(await writeFiles(temporary, files), database, { peppers: [pepper] });
}

function runImport(directory: string, database: string, flags: string[] = []) {
  const args = [...flags, 'dist/services/import/main.js', directory];
  return runCommand('node', args, { DATABASE_URL: database, ...pepperSetting });
}

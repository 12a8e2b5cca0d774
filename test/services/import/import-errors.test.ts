import { expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { importDirectory } from '../../../services/import/import-directory.ts';
import { runCommand } from '../../support/programs/command.ts';
import { createDatabase } from '../../support/postgres/database.ts';
import { dumpTables } from '../../support/postgres/dump.ts';
import { temporaryDirectory, writeFiles } from '../../support/files.ts';
import { pepper } from '../../support/pepper.ts';

const { directory: temporary } = await temporaryDirectory();

const inTheDatabase = {
  'companies.csv': 'id,name\nacme,Acme\nrival,Rival\n',
  'people.csv': 'id,first_name,last_name\nana,Ana,García\n',
  'users.csv': 'id,company_id,first_name,last_name,status,external_id\nu,acme,U,U,active,sub-u\n',
  'teams.csv': 'id,company_id,name\nt1,acme,Core\nt2,rival,Rivals\n',
  'contracts.csv':
    'id,company_id,type,title,contractor_id,employer_id,team_id,rate\nf1,acme,fixed,Site,ana,ana,t1,\nh1,acme,hourly,Api,ana,ana,,80\n',
  'scheduled_payments.csv':
    'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\np1,f1,First,1,0,paid,2024-01-01\n',
};
const database = await createDatabase();
await importFiles(inTheDatabase);
const before = await dumpTables(database);

const contracts = 'id,company_id,type,title,contractor_id,employer_id,team_id,rate\n';
const payments = 'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\n';
const days =
  'contract_id,work_date,tracked_minutes,manual_minutes,overtime_minutes,billable_minutes,billed_minutes,billable_amount,activity\n';
const decimal = 'must be a decimal with at most two places and 13 digits before them, not';
const visible = 'must have no blanks at its ends, and no invisible characters or blanks other than spaces, not';
const minutes = 'must be a whole number of minutes that is not negative, not';

it.each<[string, Record<string, string | Buffer>, string[]]>([
  [
    'an invalid number, one with three decimals, or is NaN',
    {
      'scheduled_payments.csv': `${payments}x1,f1,N,1e3,0,paid,2024-01-01\nx2,f1,N,1,0.125,paid,2024-01-01\nx3,f1,N,NaN,"1,5",paid,2024-01-01\n`,
      'timesheet_days.csv': `${days}h1,2024-01-01,1.5,-1,NaN,0x1,,12345678901234,100.1\n`,
    },
    [
      `scheduled_payments.csv, line 2, column amount: ${decimal} "1e3" (and 1 more like it)`,
      `scheduled_payments.csv, line 3, column paid_amount: ${decimal} "0.125" (and 1 more like it)`,
      `timesheet_days.csv, line 2, column tracked_minutes: ${minutes} "1.5"`,
      `timesheet_days.csv, line 2, column manual_minutes: ${minutes} "-1"`,
      `timesheet_days.csv, line 2, column overtime_minutes: ${minutes} "NaN"`,
      `timesheet_days.csv, line 2, column billable_minutes: ${minutes} "0x1"`,
      `timesheet_days.csv, line 2, column billed_minutes: is required`,
      `timesheet_days.csv, line 2, column billable_amount: ${decimal} "12345678901234"`,
      `timesheet_days.csv, line 2, column activity: must be a number from 0 to 100, not "100.1"`,
    ],
  ],
  [
    'a day that the calendar lacks, or another form of it',
    {
      'scheduled_payments.csv': `${payments}x1,f1,N,1,0,paid,2023-02-29\nx2,f1,N,1,0,paid,2024-01-01T24:00Z\n`,
      'timesheet_days.csv': `${days}h1,2023-02-29,0,0,0,0,0,0,\nh1,01/02/2024,0,0,0,0,0,0,\nh1,2024-01-01T00:00Z,0,0,0,0,0,0,\n`,
    },
    [
      `scheduled_payments.csv, line 2, column scheduled_payment_on: must be a date or an ISO 8601 date-time, not "2023-02-29" (and 1 more like it)`,
      `timesheet_days.csv, line 2, column work_date: must be a calendar date, YYYY-MM-DD, not "2023-02-29" (and 2 more like it)`,
    ],
  ],
  [
    'a time of the first or the last year with an offset',
    {
      'scheduled_payments.csv': `${payments}x1,f1,N,1,0,paid,9999-12-31T23:59:59-01:00\nx2,f1,N,1,0,paid,0001-01-01T00:00+00:01\n`,
    },
    [
      'scheduled_payments.csv, line 2, column scheduled_payment_on: must be in UTC in its year, not "9999-12-31T23:59:59-01:00" (and 1 more like it)',
    ],
  ],
  [
    'what an index can not hold, and client ids that are one character for Postgres or clear a screen',
    {
      'companies.csv': `id,name\n${'\u{1F680}'.repeat(200)},N\n${'\u{1F680}'.repeat(200)}x,N\n`,
      'oauth_applications.csv': `client_id,client_secret,user_id,grant_types\n\u{1F680},secret,,\napp-\u001b[2J,secret,,\n`,
      'contracts.csv':
        `${contracts}x,acme,fixed,${'€'.repeat(865)}t,ana,ana,,\n` +
        `${'é'.repeat(400)},acme,fixed,${'€'.repeat(599)},ana,ana,,\n`,
    },
    [
      'companies.csv, line 3, column id: must have at most 800 bytes in UTF-8',
      'oauth_applications.csv, line 2, column client_id: must be 2 to 100 characters, without control and format characters (and 1 more like it)',
      'contracts.csv, line 2, column title: must have at most 2600 bytes in UTF-8 together with company_id and id (and 1 more like it)',
    ],
  ],
  [
    'a text of more than 1,000 characters',
    {
      'teams.csv': `id,company_id,name\nx,acme,${'\u{1F680}'.repeat(1_001)}\n`,
      'scheduled_payments.csv': `${payments}x1,f1,${'n'.repeat(1_001)},1,0,paid,2024-01-01\n`,
    },
    [
      'teams.csv, line 2, column name: must have at most 1000 characters',
      'scheduled_payments.csv, line 2, column name: must have at most 1000 characters',
    ],
  ],
  [
    'an unknown status or type',
    {
      'users.csv': 'id,company_id,first_name,last_name,status\nx,,A,B,Active\n',
      'contracts.csv': `${contracts}x,acme,weekly,T,ana,ana,,\n`,
      'scheduled_payments.csv': `${payments}x1,f1,N,1,0,cancelled,2024-01-01\n`,
    },
    [
      'users.csv, line 2, column status: must be one of active, inactive, not "Active"',
      'contracts.csv, line 2, column type: must be one of fixed, hourly, not "weekly"',
      'scheduled_payments.csv, line 2, column status: must be one of upcoming, processing, failed, paid, deleted, not "cancelled"',
    ],
  ],
  [
    'fields that are separated by others than commas',
    { 'companies.csv': 'id;name\nx;y\n', 'people.csv': '"id";"first_name";"last_name"\n"x";"A";"B"\n' },
    [
      'companies.csv, line 1: column "id;name" is not known; the columns are id, name',
      'people.csv, line 1: is not valid CSV: a quote is inside a field without quotes, text follows a closing quote, or a line ends with CR only',
    ],
  ],
  [
    'files of other names, beside what is wrong in the others',
    {
      'payments.csv': 'id\n',
      'Teams.csv': 'id\n',
      'users.csv': 'id,company_id,first_name,last_name,status\nx,not-there,A,B,Active\n',
    },
    [
      ...['Teams', 'payments'].map(
        (name) =>
          `${name}.csv: is not a file of the import; the files are companies.csv, users.csv, oauth_applications.csv, people.csv, teams.csv, contracts.csv, scheduled_payments.csv, timesheet_days.csv`,
      ),
      'users.csv, line 2, column status: must be one of active, inactive, not "Active"',
    ],
  ],
  [
    'a header that lacks a column, has an unknown one or one twice, and a file without one',
    {
      'companies.csv': 'id\nx\n',
      'people.csv': 'id,first_name,last_name,nmae\nx,X,X,X\n',
      'teams.csv': 'id,company_id,name,id\nx,acme,X,y\n',
      'users.csv': '',
    },
    [
      'companies.csv, line 1: the header lacks name',
      'users.csv, line 1: has no header row',
      'people.csv, line 1: column "nmae" is not known; the columns are id, first_name, last_name',
      'teams.csv, line 1: column "id" is in the header twice',
    ],
  ],
  [
    'a row with another number of fields, and not the rows that refer to it',
    {
      'people.csv': 'id,first_name,last_name\nx,X,X,X\ny,Y,Y\nz,Z,Z,Z\nw,W\n',
      'contracts.csv': `${contracts}x,acme,fixed,T,x,z,,\n`,
    },
    ['people.csv, line 2: has 4 fields where the header has 3 (and 2 more like it)'],
  ],
  [
    'a quote that is never closed, at the row where it opens',
    {
      'people.csv': 'id,first_name,last_name\nx,"X\r\nx",X\ny,"Y,Y\nz,Z,Z\n',
      'contracts.csv': `${contracts}x,acme,fixed,T,x,z,,\n`,
    },
    ['people.csv, line 4: a quote is opened and never closed'],
  ],
  [
    'a byte that is not UTF-8, a replacement character, and a NUL character',
    {
      'companies.csv': Buffer.from('id,name\nx,"X\nX"\ny,Caf\xe9\nz,Z\n', 'latin1'),
      'people.csv': 'id,first_name,last_name\nx,a\0b,X\n',
      'teams.csv': 'id,company_id,name\nt,x,\uFFFD\n',
    },
    [
      'companies.csv, line 4: is not UTF-8 (save it as "CSV UTF-8"), or has the replacement character U+FFFD',
      'people.csv, line 2, column first_name: holds a NUL character',
      'teams.csv, line 2: is not UTF-8 (save it as "CSV UTF-8"), or has the replacement character U+FFFD',
    ],
  ],
  [
    'ids of a form that spreadsheets make of others, and two byte order marks',
    {
      'companies.csv': '\uFEFF\uFEFFid,name\nx,X\n',
      'people.csv': 'id,first_name,last_name\n1.23457E+15,X,X\n71e3,X,X\n7.10E+04,X,X\n',
      'teams.csv': 'id,company_id,name\nMar-24,acme,X\n#REF!,acme,X\n3-Axe,acme,X\n',
      'contracts.csv': `${contracts}3/4/2024,acme,fixed,T,4-Mar,ana,,\n`,
      'scheduled_payments.csv': `${payments}3-Apr,1.2E+15,N,1,1,paid,2024-01-01\n`,
    },
    [
      'companies.csv, line 1: begins with two byte order marks: remove one',
      `people.csv, line 2, column id: ${rewritten('1.23457E+15')} (and 1 more like it)`,
      `teams.csv, line 2, column id: ${rewritten('Mar-24')} (and 1 more like it)`,
      `contracts.csv, line 2, column id: ${rewritten('3/4/2024')}`,
      `contracts.csv, line 2, column contractor_id: ${rewritten('4-Mar')}`,
      `scheduled_payments.csv, line 2, column id: ${rewritten('3-Apr')}`,
      `scheduled_payments.csv, line 2, column contract_id: ${rewritten('1.2E+15')}`,
    ],
  ],
  [
    'a key that stands in the file twice',
    {
      'companies.csv': 'id,name\nx,X\ny,Y\nx,Z\n',
      'timesheet_days.csv': `${days}h1,2024-01-01,0,0,0,0,0,0,\nh1,2024-01-01,0,0,0,0,0,0,\n`,
    },
    [
      'companies.csv, line 4, column id: repeats the key of line 2',
      'timesheet_days.csv, line 3, column contract_id, work_date: repeats the key of line 2',
    ],
  ],
  [
    'a reference that does not resolve',
    {
      'users.csv': 'id,company_id,first_name,last_name,status\nx,nobody,A,B,active\n',
      'oauth_applications.csv': 'client_id,client_secret,user_id,grant_types\napp,secret,nobody,\n',
      'teams.csv': 'id,company_id,name\nx,nobody,T\n',
      'contracts.csv': `${contracts}x,nobody,fixed,T,nobody,"no ""body""",,\ny,acme,fixed,T,ana,ana,nobody,\n`,
      'scheduled_payments.csv': `${payments}x1,nobody,N,1,0,paid,2024-01-01\n`,
      'timesheet_days.csv': `${days}nobody,2024-01-01,0,0,0,0,0,0,\n`,
    },
    [
      'users.csv, line 2, column company_id: there is no company "nobody"',
      'oauth_applications.csv, line 2, column user_id: there is no user "nobody"',
      'teams.csv, line 2, column company_id: there is no company "nobody"',
      'contracts.csv, line 2, column company_id: there is no company "nobody"',
      'contracts.csv, line 2, column contractor_id: there is no person "nobody"',
      'contracts.csv, line 2, column employer_id: there is no person "no \\"body\\""',
      'contracts.csv, line 3, column team_id: company "acme" has no team "nobody"',
      'scheduled_payments.csv, line 2, column contract_id: there is no contract "nobody"',
      'timesheet_days.csv, line 2, column contract_id: there is no contract "nobody"',
    ],
  ],
  [
    'a payment of an hourly contract, and a timesheet day of a fixed one',
    {
      'contracts.csv': `${contracts}h2,acme,hourly,T,ana,ana,,1\n`,
      'scheduled_payments.csv': `${payments}x1,h1,N,1,0,paid,2024-01-01\nx2,h2,N,1,0,paid,2024-01-01\n`,
      'timesheet_days.csv': `${days}f1,2024-01-01,0,0,0,0,0,0,\n`,
    },
    [
      'scheduled_payments.csv, line 2, column contract_id: contract "h1" is hourly; a payment belongs to a contract that is fixed (and 1 more like it)',
      'timesheet_days.csv, line 2, column contract_id: contract "f1" is fixed; a timesheet day belongs to a contract that is hourly',
    ],
  ],
  [
    'a contract with a team of another company, without a rate though hourly, of another type than its records',
    {
      'contracts.csv': `${contracts}f1,acme,hourly,T,ana,ana,,1\nx,acme,hourly,T,ana,ana,t2,\ny,acme,fixed,T,ana,ana,,-1\n`,
    },
    [
      'contracts.csv, line 2, column type: must stay fixed: the contract has records of that kind',
      'contracts.csv, line 3, column team_id: company "acme" has no team "t2"',
      'contracts.csv, line 3, column rate: is required for an hourly contract',
      'contracts.csv, line 4, column rate: must not be negative',
    ],
  ],
  [
    'a team that moves away from its contracts',
    { 'teams.csv': 'id,company_id,name\nt1,rival,T\n' },
    ['teams.csv, line 2, column company_id: contract "f1" of company "acme" belongs to this team'],
  ],
  [
    'a person without any name',
    { 'people.csv': 'id,first_name,last_name\nx,Sukarno,\ny,,Solo\nz,,\n' },
    ['people.csv, line 4, column first_name: is required where last_name is empty'],
  ],
  [
    'manual minutes above the tracked ones, and tracker time without activity',
    { 'timesheet_days.csv': `${days}h1,2024-01-01,10,11,0,0,0,0,\nh1,2024-01-02,10,9,0,0,0,0,\n` },
    [
      'timesheet_days.csv, line 2, column manual_minutes: must not exceed tracked_minutes, 10',
      'timesheet_days.csv, line 3, column activity: is required where there is tracker time (tracked_minutes above manual_minutes)',
    ],
  ],
  [
    'the right line after fields of several lines, blank lines and CRLF',
    { 'companies.csv': 'id,name\r\nx,"1\r\n2\r\n3"\r\n\r\ny,"1\n2"\r\nz,\r\n' },
    ['companies.csv, line 8, column name: is required'],
  ],
  [
    'columns that look like those of the import, with characters that are not seen',
    {
      'teams.csv': 'id,company_id,na\u200bme\n',
    },
    ['teams.csv, line 1: column "na\\u{200b}me" is not known; the columns are id, company_id, name'],
  ],
  [
    'ids with blanks at their ends, other blanks, and characters that are not seen',
    {
      'companies.csv': 'id,name\nacme ,Acme\n acme,Acme\n',
      'users.csv': 'id,company_id,first_name,last_name,status,external_id\nu,acme,A,B,active,"sub\t"\n',
      'oauth_applications.csv': 'client_id,client_secret,user_id\napp ,secret,\n',
      'people.csv': 'id,first_name,last_name\nana\u00a0,Ana,G\nana\u200b,Ana,G\n',
      'scheduled_payments.csv': `${payments}p1   ,f1,N,1,0,paid,2024-01-01\np2,f1 ,N,1,0,paid,2024-01-01\np\u2009 2,f1,N,1,0,paid,2024-01-01\n`,
      'timesheet_days.csv': `${days}h1\ufe0f,2024-01-01,0,0,0,0,0,0,\n`,
    },
    [
      `companies.csv, line 2, column id: ${visible} "acme " (and 1 more like it)`,
      `users.csv, line 2, column external_id: ${visible} "sub\\t"`,
      `oauth_applications.csv, line 2, column client_id: ${visible} "app "`,
      `people.csv, line 2, column id: ${visible} "ana\\u{a0}" (and 1 more like it)`,
      `scheduled_payments.csv, line 2, column id: ${visible} "p1   " (and 1 more like it)`,
      `scheduled_payments.csv, line 3, column contract_id: ${visible} "f1 "`,
      `timesheet_days.csv, line 2, column contract_id: ${visible} "h1\\u{fe0f}"`,
    ],
  ],
  [
    'an external_id that two users have, in the file or in the database',
    {
      'users.csv':
        'id,company_id,first_name,last_name,status,external_id\nx,,A,B,active,sub-x\ny,,A,B,active,sub-x\nz,,A,B,active,sub-u\n',
    },
    [
      'users.csv, line 3, column external_id: repeats the external_id of line 2',
      'users.csv, line 4, column external_id: user "u" has this external_id',
    ],
  ],
  [
    'files that are cut in their last line, inside quotes or not',
    {
      'companies.csv': 'id,name\nx,"X\nX"\ny,"Y\nY"',
      'people.csv': 'id,first_name,last_name\nx,"X',
      'scheduled_payments.csv': `${payments}x1,f1,N,1,0,paid,2024-01-01\nx2,f1,N,125`,
    },
    [
      'companies.csv, line 5: the last line has no end: the file is cut off, or still being written',
      'people.csv, line 2: a quote is opened and never closed',
      'scheduled_payments.csv, line 3: the last line has no end: the file is cut off, or still being written',
    ],
  ],
])('The import names file, line, column and reason of %s, and changes nothing', async (_, files, problems) => {
  await expect(importFiles(files)).rejects.toThrow(expect.objectContaining({ message: problems.join('\n') }));
  expect(await dumpTables(database)).toEqual(before);
});

it('The error of an import names a missing directory, or a directory without any of the files', async () => {
  const empty = path.join(temporary, 'empty');
  const missing = path.join(temporary, 'missing');
  await mkdir(empty);
  const files =
    'companies.csv, users.csv, oauth_applications.csv, people.csv, teams.csv, contracts.csv, scheduled_payments.csv, timesheet_days.csv';
  await expect(importDirectory(empty, database)).rejects.toThrow(`${empty}: holds none of ${files}`);
  await expect(importDirectory(missing, database)).rejects.toThrow(`${missing}: can't be read`);
});

it('The error of an import names the missing pepper where a secret is given', async () => {
  const directory = await writeFiles(temporary, {
    'oauth_applications.csv': 'client_id,client_secret,user_id\napp,not of the generated form,\n',
  });
  expect(await runCommand('node', ['dist/services/import/main.js', directory], { DATABASE_URL: database })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^AUTH_SECRET_PEPPER: is required but not set, .*\nNothing was changed\.\n$/),
  });
});

it('The error of an import names a missing directory or database', async () => {
  const settings = { LOCAL_DATA_DIR: path.join(temporary, 'missing') };
  const command = ['dist/services/import/main.js'];
  const usage = expect.stringMatching(
    /^Usage: npm run import -- \[--allow-cut-files\] \[--allow-spreadsheet-ids\] \[--if-empty\] DIRECTORY\n\nImports .*\n.*\n.*docs\/import\.md\n$/,
  );
  for (const args of [[], ['--verbose'], ['a', 'b']])
    expect(await runCommand('node', [...command, ...args], settings)).toEqual({
      status: 1,
      stdout: '',
      stderr: usage,
    });
  expect(await runCommand('node', [...command, '--help'], settings)).toEqual({
    status: 0,
    stdout: usage,
    stderr: '',
  });
  expect(await runCommand('node', [...command, '.'], settings)).toEqual({
    status: 1,
    stdout: '',
    stderr:
      `DATABASE_URL is not set, and no npm start runs with LOCAL_DATA_DIR ${settings.LOCAL_DATA_DIR}.\n` +
      'Nothing was changed.\n',
  });
});

function rewritten(id: string): string {
  return `looks like an id that a spreadsheet rewrote: "${id}"; export the file without opening it there, or take such ids with --allow-spreadsheet-ids`;
}

async function importFiles(files: Record<string, string | Buffer>) {
  return importDirectory(await writeFiles(temporary, files), database, { peppers: [pepper] });
}

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { createWorkbooks } from '../../../services/reporting/exports/workbook/content.ts';
import { queryOf } from '../../../services/reporting/answers/report.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { mediaTypes } from '../../support/reports/exports.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { installed } from '../../support/programs/installed.ts';
import { load } from '../../support/programs/product.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import {
  company,
  contractOf,
  day,
  payment,
  paymentsPath,
  person,
  timesheetsPath,
  together,
  tokenOf,
} from '../../support/fixtures.ts';

let token: string;
const contract = contractOf('xlsx');
/** What LibreOffice reads in each workbook. */
let read: Record<keyof Awaited<ReturnType<typeof workbooks>>, Sheets>;
const product = await sharedProduct();
const { directory } = await temporaryDirectory();

beforeAll(async () => {
  await load(
    product.databaseUrl,
    together(company('xlsx'), {
      people: [person('xlsx-ana', 'Ana', 'Müller'), person('xlsx-bo', '=1+1', '<O"Hara> & "Jr"')],
      teams: [{ id: 'red', company_id: 'xlsx', name: ' @red ' }],
      contracts: [
        contract('web', { title: '_x0041_ & 日本', contractor_id: 'xlsx-bo' }),
        contract('0042', { type: 'hourly', title: 'Help', team_id: 'red', rate: '12.5' }),
      ],
      scheduled_payments: [
        payment('p1', { name: '-1+1', amount: '-12.50', paid_amount: '0.1', scheduled_payment_on: '2024-03-01' }),
        payment('p2', {
          ...{ name: 'one\r\ntwo three\u0001', amount: '9999999999999.99', paid_amount: '0.1' },
          scheduled_payment_on: '2024-03-02T10:20:30.456Z',
        }),
        payment('p3', { name: 'before 1900', amount: '0', paid_amount: '0.1', scheduled_payment_on: '1850-06-07' }),
        payment('p4', { amount: '0', paid_amount: '0', scheduled_payment_on: '2023-12-31T23:59:59.999999Z' }),
        payment('p5', {
          amount: '5',
          paid_amount: '0',
          status: 'deleted',
          scheduled_payment_on: '1965-12-31T23:59:59.999999Z',
        }),
      ],
      timesheet_days: [day('0042', '2024-05-06', [120, 15, 0, 60, 30], '40.25', '33.33')],
    }),
  );
  token = await tokenOf(product.url, 'xlsx');
  read = await sheetsIn(await workbooks());
}, 600_000); // The first start of LibreOffice takes long.

const span = 'fromDate=1800-01-01&toDate=2024-12-31';

const texts = (...names: string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join();
const bo = texts('=1+1 <O"Hara> & "Jr"');
const web = (status = 'Paid') => `"_x0041_ & 日本",${bo},"No team","${status}"`;
const idsOf = (payment: string) => texts('Ana Müller', payment, 'web', 'xlsx-bo', 'xlsx-ana');
const summed = texts('Contracts', 'Payments', 'Paid payments', 'Scheduled', 'Paid');
const all = '1,5,4,"9,999,999,999,992.49",0.30';
const months = [
  '"1850-06",1,1,1,0.00,0.10',
  '1965-12,1,1,0,5.00,0.00',
  '2023-12,1,1,1,0.00,0.00',
  '2024-03,1,2,2,"9,999,999,999,987.49",0.20',
];

it('A workbook of payments has the words of the screen, ids last, dates as dates, money as numbers, and totals', () => {
  expect(read.payments.Rows).toEqual([
    texts('Date', 'Month', 'Payment', 'Contract', 'Contractor', 'Team', 'Status', 'Amount', 'Paid', 'Employer') +
      `,${texts('Payment id', 'Contract id', 'Contractor id', 'Employer id', 'Team id')}`,
    `"1850-06-07","1850-06","before 1900",${web()},0.00,0.10,${idsOf('p3')}`,
    `1965-12-31,1965-12,"Milestone",${web('Deleted')},5.00,0.00,${idsOf('p5')}`,
    `2023-12-31,2023-12,"Milestone",${web()},0.00,0.00,${idsOf('p4')}`,
    `2024-03-01,2024-03,"-1+1",${web()},-12.50,0.10,${idsOf('p1')}`,
    '2024-03-02,2024-03,"one',
    `two three\uFFFD",${web()},"10,000,000,000,000.00",0.10,${idsOf('p2')}`,
    ',,"Total",,,,,"9,999,999,999,992.49",0.30',
  ]);
});

it('A workbook of timesheets has hours as hours, and ids as they are', () => {
  const sums = '2.00,1.75,0.25,0.00,1.00,0.50';
  expect(read.timesheets.Rows.slice(1)).toEqual([
    `"Help","Ana Müller"," @red ",12.50,${sums},33.33,40.25,"Ana Müller","0042","xlsx-ana","xlsx-ana","red"`,
    `"Total",,,,${sums},,40.25`,
  ]);
  expect(read.timesheets.Summary.at(-1)).toBe(`"Ana Müller",${sums},33.33,40.25`);
});

it('A workbook of sums has counts and money as numbers, and totals', () => {
  expect(read.sums.Rows).toEqual([
    `"Month","Contractor",${summed},"Contractor id"`,
    ...months.map((line) => line.replace(',', `,${bo},`) + ',"xlsx-bo"'),
    ',"Total",,5,4,"9,999,999,999,992.49",0.30',
  ]);
  expect(read.sums.Summary.at(-1)).toBe('"Paid",0.30');
  expect(read.sums.About).toContain('"Report","Sums of scheduled payments by month and contractor"');
});

it('A workbook begins with a description and the sums of its rows: in all, without deleted ones, by month, status, team and contractor', () => {
  expect(read.payments.Summary).toEqual([
    '"Scheduled (fixed-price) payments"',
    ...['"Company","Company xlsx"', '"Period","1800-01-01 to 2024-12-31, both included"', `"Contractors",${bo}`],
    ...[
      '"Max amount","9999999999999.99"',
      '"Total","All","Without deleted"',
      '"Contracts",1,1',
      '"Payments",5,4',
      '"Paid payments",4,4',
    ],
    ...['"Scheduled","9,999,999,999,992.49","9,999,999,999,987.49"', '"Paid",0.30,0.30'],
    ...['"By month"', `"Month",${summed}`, ...months],
    ...['"By status"', `"Status",${summed}`, '"Paid",1,4,4,"9,999,999,999,987.49",0.30', '"Deleted",1,1,0,5.00,0.00'],
    ...['"By team"', `"Team",${summed}`, `"No team",${all}`],
    ...['"By contractor"', `"Contractor",${summed}`, `${bo},${all}`],
  ]);
});

it('A workbook without filters has the totals without deleted payments, too', () => {
  expect(read.unfiltered.Summary).toEqual(expect.arrayContaining(['"Payments",5,4', '"Paid payments",4,4']));
});

it('A workbook ends with a description', () => {
  expect(read.payments.About).toEqual([
    ...['"Company","Company xlsx"', '"Report","Scheduled (fixed-price) payments"'],
    ...['"Period","1800-01-01 to 2024-12-31, both included"', `"Contractors",${bo}`, '"Max amount","9999999999999.99"'],
    expect.stringMatching(/^"Totals",".*Those with status `deleted` count, too, unless you filter by status\."$/),
    '"Rows","5"',
    '"Units","Amounts are US dollars. Dates and times are in UTC. Hours are decimal: 7.50 is 7:30 in the portal."',
    expect.stringMatching(/^"Made","\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"$/),
    expect.stringMatching(/^"Report-Version","A[\w-]+"$/),
  ]);
});

it('A workbook of nothing has a heading and totals', () => {
  expect(read.nothing.Rows.slice(1)).toEqual([',,"Total",,,,,0.00,0.00']);
});

it('A workbook of more rows than a sheet holds is refused before anything of it is read', async () => {
  const readContent = createWorkbooks({});
  const query = queryOf(scheduledPayments.rows, {
    companyId: 'acme',
    fromDate: '2024-01-01',
    toDate: '2024-01-31',
    filters: [],
  });
  const content = readContent(query, {} as never, { version: '', totalCount: 1_048_575, statistics: '{}' });
  await expect(content).rejects.toThrow('Accept: a workbook holds 1,048,574 rows at most.');
});

it('A workbook has a table that filters and adds up, a default style, and days as days', async () => {
  const [sheet, table, styles] = [
    await part('xl/worksheets/sheet2.xml'),
    await part('xl/tables/table1.xml'),
    await part('xl/styles.xml'),
  ];
  expect(table).toContain('ref="A1:O7" totalsRowCount="1"><autoFilter ref="A1:O6"/>');
  expect(table).toContain('name="Amount" totalsRowFunction="sum"');
  expect(table).toContain('name="Month"/><tableColumn id="3" name="Payment" totalsRowLabel="Total"/>');
  expect(sheet).toContain('<f>SUBTOTAL(109,ReportRows[Amount])</f><v>9999999999992.49</v>');
  expect(styles).toContain(
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  );
  expect(sheet).toContain('<dimension ref="A1:O7"/>');
  expect(sheet).toContain(
    '<row r="5"><c r="A5" s="2"><v>45352</v></c><c r="B5" s="3"><v>45352</v></c><c r="C5" t="str">',
  );
  // Without its time: a column of days has one type for each reader.
  expect(sheet).toContain('<row r="4"><c r="A4" s="2"><v>45291</v></c>');
  // No reader leaves out heads, labels and statuses.
  expect(sheet).toContain('<c r="A1" s="4" t="s"><v>6</v></c>');
  expect(sheet).toContain('<c r="G5" t="s"><v>3</v></c>');
  expect(await part('xl/sharedStrings.xml')).toMatch(
    /<sst [^>]*><si><t>Upcoming<\/t><\/si>.*<si><t>Paid<\/t><\/si>.*<si><t>Date<\/t><\/si>/,
  );
});

it('A workbook is printed on one page in width, with the head on each, without ids, and has a title and a company', async () => {
  const [sheet, book] = [await part('xl/worksheets/sheet2.xml'), await part('xl/workbook.xml')];
  expect(await part('docProps/core.xml')).toContain('>Scheduled (fixed-price) payments, 1800-01-01 to 2024-12-31<');
  expect(await part('docProps/app.xml')).toContain('<Company>Company xlsx</Company>');
  expect(sheet).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>');
  expect(sheet).toContain(
    '&amp;LScheduled (fixed-price) payments, 1800-01-01 to 2024-12-31&amp;RPage &amp;P of &amp;N',
  );
  expect(book).toContain('localSheetId="1">\'Rows\'!$A$1:$J$7</definedName>');
  expect(book).toContain('localSheetId="1">\'Rows\'!$1:$1</definedName>');
});

/** Of the workbook of payments. */
async function part(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(await installed('unzip'), [
    '-p',
    path.join(directory, 'payments.xlsx'),
    name,
  ]);
  return stdout;
}

async function download(pathAndQuery: string): Promise<Buffer> {
  const response = await fetch(`${product.url}${pathAndQuery}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: mediaTypes.xlsx },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(mediaTypes.xlsx);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9_-]+\.xlsx"$/);
  return Buffer.from(await response.arrayBuffer());
}

async function workbooks() {
  return {
    payments: await download(`${paymentsPath}?${span}&sortOrder=asc&contractorIds=xlsx-bo&maxAmount=9999999999999.99`),
    timesheets: await download(`${timesheetsPath}?${span}`),
    sums: await download(`${paymentsPath.replace('list', 'summary')}?${span}&groupBy=month&groupBy=contractor`),
    unfiltered: await download(`${paymentsPath}?${span}`),
    nothing: await download(`${paymentsPath}?fromDate=1999-01-01&toDate=1999-01-01`),
  };
}

type Sheets = Record<'Summary' | 'Rows' | 'About', string[]>;

/** The lines of each sheet as LibreOffice writes them as CSV: texts in quotes, numbers and dates as they are shown. It starts once, for all. */
async function sheetsIn<Name extends string>(files: Record<Name, Buffer>): Promise<Record<Name, Sheets>> {
  const place = (name: string) => path.join(directory, name);
  const names = Object.keys(files) as Name[];
  for (const name of names) await writeFile(place(`${name}.xlsx`), files[name]);
  const profile = `-env:UserInstallation=file://${place('profile')}`;
  const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,true,false,false,-1';
  const convert = ['--headless', profile, '--convert-to', csv, '--outdir', directory];
  const program = await installed('soffice');
  await promisify(execFile)(program, [...convert, ...names.map((name) => place(`${name}.xlsx`))], { timeout: 240_000 });
  const linesOf = async (name: string, sheet: string) => {
    const lines = (await readFile(place(`${name}-${sheet}.csv`), 'utf8')).split('\n');
    return lines.map((line) => line.replace(/,+$/, '')).filter((line) => line !== '');
  };
  const read = names.map(async (name): Promise<[Name, Sheets]> => {
    const [Summary, Rows, About] = [linesOf(name, 'Summary'), linesOf(name, 'Rows'), linesOf(name, 'About')];
    return [name, { Summary: await Summary, Rows: await Rows, About: await About }];
  });
  return Object.fromEntries(await Promise.all(read)) as Record<Name, Sheets>;
}

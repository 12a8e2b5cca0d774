import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { reports } from '../../../proto/reports.ts';
import type { ReportDefinition } from '../../../proto/report.ts';
import { numberCell, rowOf } from '../../../services/reporting/exports/workbook/cells.ts';
import { writeWorkbook } from '../../../services/reporting/exports/workbook/write-workbook.ts';
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
let read: Record<keyof Awaited<ReturnType<typeof workbooks>>, Sheet[]>;
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

describe('XLSX, read by LibreOffice', () => {
  it('of payments has the words of the screen, ids last, dates as dates and money as numbers, and totals', () => {
    expect(sheetOf('payments', 'Rows')).toEqual([
      [
        ...['Date', 'Month', 'Payment', 'Contract', 'Contractor', 'Team', 'Status', 'Amount', 'Paid', 'Employer'],
        ...['Payment id', 'Contract id', 'Contractor id', 'Employer id', 'Team id'],
      ],
      ['1850-06-07T00:00:00.000Z', '1850-06', 'before 1900', ...web(), ...numbers('0', '0.1'), ...idsOf('p3')],
      [...secondOf('1965-12-31T23:59:59'), 'Milestone', ...web('Deleted'), ...numbers('5', '0'), ...idsOf('p5')],
      [...secondOf('2023-12-31T23:59:59'), 'Milestone', ...web(), ...numbers('0', '0'), ...idsOf('p4')],
      [{ date: '2024-03-01' }, { date: '2024-03-01' }, '-1+1', ...web(), ...numbers('-12.5', '0.1'), ...idsOf('p1')],
      [
        ...secondOf('2024-03-02T10:20:30'),
        ...['one\ntwo three\uFFFD', ...web(), ...numbers('9999999999999.99', '0.1'), ...idsOf('p2')],
      ],
      ['Total', ...numbers('9999999999992.49', '0.3')],
    ]);
  });

  it('of timesheets has hours as hours, and ids as they are', () => {
    expect(sheetOf('timesheets', 'Rows').slice(1)).toEqual([
      [
        ...['Help', 'Ana Müller', ' @red '],
        ...numbers('12.5', '2', '1.75', '0.25', '0', '1', '0.5', '33.33', '40.25'),
        ...['Ana Müller', '0042', 'xlsx-ana', 'xlsx-ana', 'red'],
      ],
      ['Total', ...numbers('2', '1.75', '0.25', '0', '1', '0.5', '40.25')],
    ]);
  });

  it('of sums has counts and money as numbers, and totals', () => {
    expect(sheetOf('sums', 'Rows')).toEqual([
      ['Month', 'Contractor', 'Contracts', 'Payments', 'Paid payments', 'Scheduled', 'Paid', 'Contractor id'],
      ...sumsByMonth.map(([month, ...sums]) => [month, bo, ...sums, 'xlsx-bo']),
      ['Total', ...numbers('5', '4', '9999999999992.49', '0.3')],
    ]);
    expect(sheetOf('sums', 'About')).toContainEqual(['Report', 'Sums of scheduled payments by month and contractor']);
  });

  it('begins with what it is of and the sums of its rows: in all, without deleted ones, by month, status, team and contractor', () => {
    const sums = numbers('1', '5', '4', '9999999999992.49', '0.3');
    const paid = numbers('1', '4', '4', '9999999999987.49', '0.3');
    const names = ['Contracts', 'Payments', 'Paid payments', 'Scheduled', 'Paid'];
    expect(sheetOf('payments', 'Summary')).toEqual([
      ['Scheduled (fixed-price) payments'],
      ['Company', 'Company xlsx'],
      ['Period', '1800-01-01 to 2024-12-31, both included'],
      ['Contractors', bo],
      ['Max amount', '9999999999999.99'],
      ['Total', 'All', 'Without deleted'],
      ...names.map((name, index) => [name, sums[index], paid[index]]),
      ['By month'],
      ['Month', ...names],
      ...sumsByMonth,
      ['By status'],
      ['Status', ...names],
      ['Paid', ...paid],
      ['Deleted', ...numbers('1', '1', '0', '5', '0')],
      ['By team'],
      ['Team', ...names],
      ['No team', ...sums],
      ['By contractor'],
      ['Contractor', ...names],
      [bo, ...sums],
    ]);
    expect(sheetOf('timesheets', 'Summary')[3]).toEqual(['Total']);
    expect(sheetOf('timesheets', 'Summary').slice(-1)).toEqual([
      ['Ana Müller', ...numbers('2', '1.75', '0.25', '0', '1', '0.5', '33.33', '40.25')],
    ]);
  });

  it('ends with what it is of', () => {
    expect(sheetOf('payments', 'About')).toEqual([
      ['Company', 'Company xlsx'],
      ['Report', 'Scheduled (fixed-price) payments'],
      ['Period', '1800-01-01 to 2024-12-31, both included'],
      ['Teams', 'all'],
      ['Contractors', '=1+1 <O"Hara> & "Jr"'],
      ['Status', 'all'],
      [
        'Deleted',
        'A deleted payment is no longer due, and stays in the report. Rows, totals and sums of this file have deleted payments.',
      ],
      ['Min amount', 'any'],
      ['Max amount', '9999999999999.99'],
      ['Rows', '5'],
      ['Units', 'Amounts are US dollars. Dates and times are in UTC. Hours are decimal: 7.50 is 7:30 in the portal.'],
      ['Made', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)],
      ['Report-Version', expect.stringMatching(/^A[\w-]+$/)],
    ]);
  });

  it('goes on in another sheet where one is full', () => {
    expect(read.full.slice(0, 3)).toEqual([
      { name: 'Rows', rows: [['Payments'], numbers('1'), numbers('2'), numbers('3')] },
      { name: 'Rows 2', rows: [['Payments'], numbers('3'), numbers('4'), numbers('7')] },
      { name: 'Rows 3', rows: [['Payments'], numbers('5'), numbers('5')] },
    ]);
  });

  it('has the same bytes for the same rows at another time', async () => {
    const before = await threeSheets();
    const day = 86_400_000;
    jest.useFakeTimers({ now: Date.now() + day, advanceTimers: true });
    const after = await threeSheets().finally(() => jest.useRealTimers());
    expect(after.equals(before)).toBe(true);
  });

  it('of nothing has a heading and totals', () => {
    expect(sheetOf('nothing', 'Rows').slice(1)).toEqual([['Total', ...numbers('0', '0')]]);
  });
});

it('XLSX, as it is, has a table that filters and adds up, a default style, and days as days', async () => {
  const [sheet, table, styles] = [
    await part('xl/worksheets/sheet2.xml'),
    await part('xl/tables/table2.xml'),
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
    '<row r="5"><c r="A5" s="2"><v>45352</v></c><c r="B5" s="4"><v>45352</v></c><c r="C5" t="str">',
  );
  // A program that cuts what it doesn't show, and one that rounds, see the same second.
  expect(sheet).toContain('<row r="4"><c r="A4" s="3"><v>45291.9999884260</v></c>');
});

it('XLSX is printed on one page in width, with the head on each, without ids, and has a title and a company', async () => {
  const [sheet, book] = [await part('xl/worksheets/sheet2.xml'), await part('xl/workbook.xml')];
  expect(sheet).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>');
  expect(sheet).toContain(
    '&amp;LScheduled (fixed-price) payments, 1800-01-01 to 2024-12-31&amp;RPage &amp;P of &amp;N',
  );
  expect(book).toContain('localSheetId="1">\'Rows\'!$A$1:$J$7</definedName>');
  expect(book).toContain('localSheetId="1">\'Rows\'!$1:$1</definedName>');
  expect(await part('docProps/core.xml')).toContain('>Scheduled (fixed-price) payments, 1800-01-01 to 2024-12-31<');
  expect(await part('docProps/app.xml')).toContain('<Company>Company xlsx</Company>');
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

const secondOf = (second: string) => [
  { date: expect.stringMatching(second) as unknown as string },
  { date: `${second.slice(0, 7)}-01` },
];
const numbers = (...values: string[]) => values.map((float) => ({ float }));
const bo = '=1+1 <O"Hara> & "Jr"';
const web = (status = 'Paid') => ['_x0041_ & 日本', bo, 'No team', status];
const sumsByMonth = [
  ['1850-06', ...numbers('1', '1', '1', '0', '0.1')],
  [{ date: '1965-12-01' }, ...numbers('1', '1', '0', '5', '0')],
  [{ date: '2023-12-01' }, ...numbers('1', '1', '1', '0', '0')],
  [{ date: '2024-03-01' }, ...numbers('1', '2', '2', '9999999999987.49', '0.2')],
];
const idsOf = (payment: string) => ['Ana Müller', payment, 'web', 'xlsx-bo', 'xlsx-ana'];

/** Its rows that are not empty. */
function sheetOf(workbook: keyof typeof read, name: string): Cell[][] {
  return read[workbook].find((sheet) => sheet.name === name)?.rows.filter((row) => row.length > 0) ?? [];
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
    nothing: await download(`${paymentsPath}?fromDate=1999-01-01&toDate=1999-01-01`),
    full: await threeSheets(),
  };
}

type Cell = string | { float: string } | { date: string };
type Sheet = { name: string; rows: Cell[][] };

/** What LibreOffice makes of workbooks, by way of its own format as plain XML. Empty cells are left out. It starts once, for all. */
async function sheetsIn<Name extends string>(files: Record<Name, Buffer>): Promise<Record<Name, Sheet[]>> {
  const place = (name: string) => path.join(directory, name);
  const names = Object.keys(files) as Name[];
  for (const name of names) await writeFile(place(`${name}.xlsx`), files[name]);
  const profile = `-env:UserInstallation=file://${place('profile')}`;
  const convert = ['--headless', profile, '--convert-to', 'fods', '--outdir', directory];
  const program = await installed('soffice');
  await promisify(execFile)(program, [...convert, ...names.map((name) => place(`${name}.xlsx`))], { timeout: 240_000 });
  const sheets = names.map(async (name) => [name, sheetsOf(await readFile(place(`${name}.fods`), 'utf8'))]);
  return Object.fromEntries(await Promise.all(sheets)) as Record<Name, Sheet[]>;
}

function sheetsOf(xml: string): Sheet[] {
  return Array.from(
    xml.matchAll(/<table:table table:name="([^"]*)"(.*?)<\/table:table>/gs),
    ([, name = '', table = '']) => ({
      name,
      rows: Array.from(table.matchAll(/<table:table-row[ >](.*?)<\/table:table-row>/gs), ([, row = '']) =>
        cellsIn(row),
      ),
    }),
  );
}

function cellsIn(row: string): Cell[] {
  const cells = row.matchAll(/<table:table-cell([^>]*)office:value-type="(\w+)"([^>]*)>(.*?)<\/table:table-cell>/gs);
  return Array.from(cells).flatMap(([, before = '', type = '', after = '', content = '']): Cell[] => {
    const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(before + after)?.[1] ?? '';
    const equalCells = Number(attribute('table:number-columns-repeated') || 1);
    const cell = () => {
      if (type === 'float') return { float: attribute('office:value') };
      return type === 'date' ? { date: attribute('office:date-value') } : textOf(content);
    };
    return Array.from({ length: equalCells }, cell);
  });
}

function textOf(content: string): string {
  const lines = Array.from(content.matchAll(/<text:p>(.*?)<\/text:p>/gs), ([, line = '']) => line);
  return lines
    .join('\n')
    .replaceAll('<text:tab/>', '\t')
    .replaceAll('<text:s/>', ' ')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof entities) => entities[name]);
}

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** A workbook of five rows, two on a sheet. */
async function threeSheets(): Promise<Buffer> {
  const { statistics, ...others } = reports['scheduled-payments'];
  const { scheduledPaymentsCount } = statistics;
  const definition: ReportDefinition = { ...others, statistics, fields: { scheduledPaymentsCount } };
  const copied = async function* () {
    yield Buffer.alloc(19);
    for (const line of ['1', '2', '3', '4', '5'].map((value) => Buffer.from(rowOf([numberCell(value)])))) {
      yield Buffer.concat([Buffer.from([0, 1, 0, 0, 0, line.length]), line]);
    }
  };
  const chunks: Buffer[] = [];
  for await (const chunk of writeWorkbook(definition, copied(), 5, undefined, 2)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

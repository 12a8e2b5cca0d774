import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { writeXlsx } from '../../../services/reporting/exports/formats/xlsx.ts';
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
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
/** What LibreOffice reads in each workbook. */
let read: Record<keyof Awaited<ReturnType<typeof workbooks>>, Sheet[]>;
const product = await sharedProduct();

beforeAll(async () => {
  directory = await temporaryDirectory();
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
          ...{ name: 'one\ntwo three\u0001', amount: '9999999999999.99', paid_amount: '0.1' },
          scheduled_payment_on: '2024-03-02T10:20:30.456Z',
        }),
        payment('p3', { name: 'before 1900', amount: '0', paid_amount: '0.1', scheduled_payment_on: '1850-06-07' }),
      ],
      timesheet_days: [day('0042', '2024-05-06', [120, 15, 0, 60, 30], '40.25', '33.33')],
    }),
  );
  token = await tokenOf(product.url, 'xlsx');
  read = await sheetsIn(await workbooks());
}, 600_000); // The first start of LibreOffice takes long.
afterAll(() => directory.remove());

const span = 'fromDate=1800-01-01&toDate=2024-12-31';

describe('XLSX, read by LibreOffice', () => {
  it('of payments has dates as dates and money as numbers', () => {
    const [sheet] = read.payments;
    expect(sheet?.name).toBe('Report');
    expect(sheet?.rows).toEqual([
      [
        ...['id', 'name', 'amount', 'paidAmount', 'status', 'scheduledPaymentOn', 'contractId', 'contractTitle'],
        ...['contractorId', 'contractorFirstName', 'contractorLastName'],
        ...['employerId', 'employerFirstName', 'employerLastName', 'teamId', 'teamName'],
      ],
      ['p3', 'before 1900', { float: '0' }, { float: '0.1' }, 'paid', '1850-06-07T00:00:00.000Z', ...web],
      ['p1', '-1+1', { float: '-12.5' }, { float: '0.1' }, 'paid', { date: '2024-03-01' }, ...web],
      [
        'p2',
        'one\ntwo three\uFFFD',
        { float: '9999999999999.99' },
        { float: '0.1' },
        'paid',
        { date: expect.stringMatching(/^2024-03-02T10:20:30\.4[56]/) },
        ...web,
      ],
    ]);
  });

  it('of timesheets has minutes and money as numbers, and ids as they are', () => {
    const [sheet] = read.timesheets;
    expect(sheet?.rows[1]).toEqual([
      ...['0042', 'Help', 'xlsx-ana', 'Ana', 'Müller', 'xlsx-ana', 'Ana', 'Müller', 'red', ' @red '],
      ...['12.5', '60', '30', '15', '0', '120', '33.33', '40.25'].map((float) => ({ float })),
    ]);
  });

  it('of sums has counts and money as numbers', () => {
    expect(read.sums[0]?.rows).toEqual([
      [
        ...['month', 'contractorId', 'contractorFirstName', 'contractorLastName', 'contractsCount'],
        ...['scheduledPaymentsCount', 'paidScheduledPaymentsCount'],
        ...['totalScheduledPaymentsPaidAmount', 'totalScheduledPaymentsAmount'],
      ],
      ['1850-06', ...contractor, ...['1', '1', '1', '0.1', '0'].map((float) => ({ float }))],
      ['2024-03', ...contractor, ...['1', '2', '2', '0.2', '9999999999987.49'].map((float) => ({ float }))],
    ]);
  });

  it('goes on in another sheet where one is full', () => {
    expect(read.full).toEqual([
      { name: 'Report', rows: [['n'], [{ float: '1' }], [{ float: '2' }]] },
      { name: 'Report 2', rows: [['n'], [{ float: '3' }], [{ float: '4' }]] },
      { name: 'Report 3', rows: [['n'], [{ float: '5' }]] },
    ]);
  });

  it('has the same bytes for the same rows at another time', async () => {
    const before = await threeSheets();
    const day = 86_400_000;
    jest.useFakeTimers({ now: Date.now() + day, advanceTimers: true });
    const after = await threeSheets().finally(() => jest.useRealTimers());
    expect(after.equals(before)).toBe(true);
  });

  it('of nothing is a heading', () => {
    expect(read.nothing[0]?.rows).toHaveLength(1);
  });
});

it('XLSX, as it is, shows days as days, filters, and has columns as wide as their values', async () => {
  const file = path.join(directory.directory, 'payments.xlsx');
  await writeFile(file, await download(`${paymentsPath}?${span}&sortOrder=asc`));
  const part = async (name: string) => (await promisify(execFile)(await installed('unzip'), ['-p', file, name])).stdout;
  const [sheet, styles] = [await part('xl/worksheets/sheet1.xml'), await part('xl/styles.xml')];
  expect(sheet).toContain('<autoFilter ref="A1:P4"/>');
  for (const [column, width] of [
    [1, 6],
    [2, 16],
    [8, 17],
  ]) {
    expect(sheet).toContain(`<col min="${column}" max="${column}" width="${width}" customWidth="1"/>`);
  }
  expect(sheet).toContain(
    '<c r="F2" s="0" t="inlineStr"><is><t xml:space="preserve">1850-06-07T00:00:00.000Z</t></is></c>',
  );
  const formats = Array.from(
    styles.matchAll(/<xf numFmtId="(\d+)"[^>]* xfId="0"/g),
    ([, id]) => new RegExp(`numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1],
  );
  const dates = ['F3', 'F4'].map((cell) => {
    const [, style, days] = new RegExp(`<c r="${cell}" s="(\\d+)"><v>([\\d.]+)</v></c>`).exec(sheet) ?? [];
    return [formats[Number(style)], new Date(Math.round((Number(days) - 25_569) * 86_400_000)).toISOString()];
  });
  expect(dates).toEqual([
    ['yyyy\\-mm\\-dd', '2024-03-01T00:00:00.000Z'],
    ['yyyy\\-mm\\-dd\\ hh:mm:ss', '2024-03-02T10:20:30.456Z'],
  ]);
});

const contractor = ['xlsx-bo', '=1+1', '<O"Hara> & "Jr"'];
const web = ['web', '_x0041_ & 日本', ...contractor, 'xlsx-ana', 'Ana', 'Müller'];

async function* asyncOf<T>(values: T[]): AsyncGenerator<T> {
  yield* values;
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
    payments: await download(`${paymentsPath}?${span}&sortOrder=asc`),
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
  const place = (name: string) => path.join(directory.directory, name);
  const names = Object.keys(files) as Name[];
  for (const name of names) await writeFile(place(`${name}.xlsx`), files[name]);
  const profile = `-env:UserInstallation=file://${place('profile')}`;
  const convert = ['--headless', profile, '--convert-to', 'fods', '--outdir', directory.directory];
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
  const batches = [[['1'], ['2']], [['3']], [['4'], ['5']]];
  const chunks: Buffer[] = [];
  for await (const chunk of writeXlsx({ n: { kind: 'count', example: 1 } }, asyncOf(batches), 5, 2)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

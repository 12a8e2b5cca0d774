import { expect, it } from '@jest/globals';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { gunzipSync } from 'node:zlib';
import {
  company,
  contractOf,
  day,
  payment,
  paymentsPath,
  person,
  timesheetsPath,
  tokenOf,
} from '../../support/fixtures.ts';
import { reports } from '../../../proto/reports.ts';
import { summaryDefinition } from '../../../proto/summary.ts';
import { query } from '../../support/postgres/database.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { flattened, mediaTypes } from '../../support/reports/exports.ts';

const year = 'fromDate=2024-01-01&toDate=2024-12-31';
const payments = 12_000;
const contract = contractOf('parquet');

const product = await sharedProduct(company('parquet'), data());
const token = await tokenOf(product.url, 'parquet');

it.each([
  ['payments', reports['scheduled-payments'], `${paymentsPath}?${year}`, payments],
  [
    'a part of a millisecond before 2000',
    reports['scheduled-payments'],
    `${paymentsPath}?fromDate=1999-12-31&toDate=1999-12-31`,
    1,
  ],
  ['timesheets', reports.timesheets, `${timesheetsPath}?${year}`, 2],
  [
    'sums',
    summaryDefinition(reports.timesheets, reports.timesheets.sums, ['month', 'contract']),
    `${timesheetsPath.replace('list', 'summary')}?${year}&groupBy=month&groupBy=contract`,
    2,
  ],
])('Parquet of %s has the rows of NDJSON, in their order', async (_, { fields }, path, count) => {
  const rows = await rowsIn(await download(path));
  const ndjson = Buffer.from(await download(path, mediaTypes.ndjson)).toString();
  const expected = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => flattened(fields, JSON.parse(line) as object));
  expect(expected).toHaveLength(count);
  expect(rows.map(textOf)).toEqual(expected);
});

it('Parquet has amounts as decimals, times in UTC, and row groups of a bounded size', async () => {
  const { schema, row_groups } = parquetMetadata(await download(`${paymentsPath}?${year}`));
  const columns = new Map(schema.map((element) => [element.name, element]));
  expect(columns.get('amount')).toMatchObject({ type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 });
  expect(columns.get('scheduledPaymentOn')).toMatchObject({
    type: 'INT64',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  });
  expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([10_000, 2_000]);
});

it('Parquet has the least and the greatest text of each column in each of its row groups', async () => {
  const file = await download(`${paymentsPath}?${year}`);
  const rows = await rowsIn(file);
  const groups = [rows.slice(0, 10_000), rows.slice(10_000)];
  parquetMetadata(file).row_groups.forEach(({ columns }, index) => {
    for (const name of ['id', 'name', 'status', 'contractTitle']) {
      const texts = groups[index]?.map((row) => String(row[name])).sort();
      const column = columns.find(({ meta_data }) => meta_data?.path_in_schema.includes(name));
      const { min_value: least, max_value: greatest } = column?.meta_data?.statistics ?? {};
      expect([name, least, greatest]).toEqual([name, texts?.[0], texts?.at(-1)]);
    }
  });
});

it('Parquet has sums of more than 64 bits, and says which columns may be null', async () => {
  await query(
    product.databaseUrl,
    `insert into reporting.scheduled_payments
       (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
     select 'parquet', 'parquet-large-' || n, 'app', 'Large', -9999999999999.99, 0, 'paid', '1998-05-06Z'
     from generate_series(1, 9400) n`,
  );
  const file = await download(
    `${paymentsPath.replace('list', 'summary')}?fromDate=1998-01-01&toDate=1998-12-31&groupBy=team`,
  );
  const { schema, row_groups } = parquetMetadata(file);
  const elements = new Map(schema.map((element) => [element.name, element]));
  const decimal = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, precision: 38, scale: 2 };
  expect(elements.get('totalScheduledPaymentsAmount')).toMatchObject({ ...decimal, repetition_type: 'REQUIRED' });
  expect(elements.get('teamName')?.repetition_type).toBe('OPTIONAL');
  const bytes = Buffer.alloc(16, 0xff);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, -9400n * 999_999_999_999_999n), 8);
  const column = row_groups[0]?.columns.find(({ meta_data }) =>
    meta_data?.path_in_schema.includes('totalScheduledPaymentsAmount'),
  );
  const { data_page_offset = 0n, total_compressed_size = 0n } = column?.meta_data ?? {};
  const page = Buffer.from(file, Number(data_page_offset), Number(total_compressed_size));
  expect(gunzipSync(page.subarray(page.indexOf('1f8b', 'hex')))).toEqual(bytes);
  expect(await rowsIn(file)).toMatchObject([{ totalScheduledPaymentsAmount: -9400 * 9_999_999_999_999.99 }]);
});

it('Parquet of nothing has the columns and no row', async () => {
  const file = await download(`${timesheetsPath}?fromDate=1999-01-01&toDate=1999-01-01`);
  expect(parquetSchema(parquetMetadata(file)).children.map(({ element }) => element.name)).toContain('billableAmount');
  expect(await rowsIn(file)).toEqual([]);
});

async function download(path: string, accept: string = mediaTypes.parquet): Promise<ArrayBuffer> {
  const response = await fetch(product.url + path, { headers: { Authorization: `Bearer ${token}`, Accept: accept } });
  expect(response.status).toBe(200);
  const ending = accept === mediaTypes.parquet ? 'parquet' : 'ndjson';
  expect(response.headers.get('content-disposition')).toContain(`.${ending}"`);
  return response.arrayBuffer();
}

function rowsIn(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file, compressors: { GZIP: (bytes) => new Uint8Array(gunzipSync(bytes)) } });
}

/** Values as JSON has them, and nothing where there is no team. The reader makes binary floats of decimals. */
function textOf(row: Record<string, unknown>): Record<string, string> {
  const text = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'number' ? value.toFixed(2) : String((value as string | bigint | null) ?? '');
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]));
}

function data() {
  const of = { title: '日本 & "Jr"', employer_id: 'parquet-bo' };
  const amounts = ['-12.50', '-0.05', '0', '0.1', '7', '9999999999999.99'];
  return {
    people: [person('parquet-ana', 'Ana', 'Müller'), person('parquet-bo', '=1+1', 'Ю')],
    teams: [{ id: 'parquet-red', company_id: 'parquet', name: '@red' }],
    contracts: [
      contract('parquet-web', of),
      contract('app', { ...of, team_id: 'parquet-red' }),
      contract('parquet-help', { ...of, type: 'hourly', team_id: 'parquet-red', rate: '12.5' }),
      contract('care', { ...of, type: 'hourly', rate: '0' }),
    ],
    scheduled_payments: [
      payment('parquet-old', { contract_id: 'app', scheduled_payment_on: '1999-12-31T23:59:59.999500Z' }),
      ...Array.from({ length: payments }, (_, index) =>
        payment(`parquet-${index}`, {
          contract_id: index % 3 === 0 ? 'parquet-web' : 'app',
          name: `Milestone ${index % 40}`,
          amount: amounts[index % amounts.length] ?? '',
          paid_amount: `${index}.${index % 10}`,
          scheduled_payment_on: new Date(Date.UTC(2024, 0, 1 + (index % 366), 10, 20, 30, index % 1_000)).toISOString(),
        }),
      ),
    ],
    timesheet_days: ['parquet-help', 'care'].map((id) => day(id, '2024-05-06', [120, 15, 0, 60, 30], '40.25', '33.33')),
  };
}

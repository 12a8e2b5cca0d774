import { setImmediate as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { contractFields } from '../../../../proto/contract-fields.ts';
import type { Field, ReportDefinition } from '../../../../proto/report.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { fieldHead, rowGroupsIn } from '../copied.ts';
import type { CopiedRows } from '../copied.ts';
import { sql } from '../../sql/statement.ts';
import type { Sql } from '../../sql/statement.ts';

/** What is held in memory at once. */
const rowGroup = { rows: 10_000, bytes: 4_000_000 };

/** A column of each field, whose binary form is Parquet's or near it. */
export const parquetRow: RowFormat = {
  cell: (field, stored) => typeOf(field).cell(stored),
};

/** An Apache Parquet file, a row group after another. Its last bytes say where they are, so a part of it can't be read. */
export async function* writeParquet(
  { fields }: ReportDefinition,
  copied: AsyncIterable<Buffer[]>,
  totalCount: number,
): AsyncGenerator<Buffer> {
  const columns = Object.entries(fields).map(([name, field]): Column => ({ name, field, ...typeOf(field) }));
  const elements = columns.map(({ name, field, element }): Element => ({
    ...element,
    name,
    repetition_type: field.missing ? 'OPTIONAL' : 'REQUIRED',
  }));
  const writer = new ByteWriter();
  const take = () => {
    const bytes = Buffer.from(writer.getBytes());
    // Empties it; its `offset`, the place in the file, goes on.
    writer.index = 0;
    return bytes;
  };
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'report', num_children: elements.length }, ...elements],
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes, { level: 1 }) },
    createdBy: 'client-reporting-api',
  });
  yield take();
  let rows = 0n;
  for await (const group of rowGroupsIn(copied, totalCount, columns.length, rowGroup)) {
    const before = file.row_groups.length;
    const contracts = new Map<string, number>();
    const contractId = columns.find(({ name }) => name === 'contractId');
    const ids = contractId ? columnOf(group, columns, contractId).map(String) : [];
    // For each row the first one of its contract. The writer knows a value again sooner than an equal one.
    const sameContract = ids.map((id, row) => contracts.get(id) ?? (contracts.set(id, row), row));
    for (const column of columns) {
      const { name } = column;
      const data = columnOf(group, columns, column, name in contractFields ? sameContract : []);
      // As a group of one column: pages wait for one only.
      await file.write({ columnData: [{ name, data, offsetIndex: false }], rowGroupSize: data.length });
      yield take();
      await pause();
    }
    const written = file.row_groups.splice(before);
    for (const { columns } of written) for (const { meta_data } of columns) keepTexts(meta_data?.statistics ?? {});
    const [{ num_rows } = { num_rows: 0n }] = written;
    file.row_groups.push({
      columns: written.flatMap(({ columns }) => columns),
      total_byte_size: written.reduce((sum, { total_byte_size }) => sum + total_byte_size, 0n),
      num_rows,
    });
    rows += num_rows;
  }
  file.num_rows = rows;
  await file.finish();
  yield take();
}

/** The next group takes the memory that they are in. */
function keepTexts(statistics: object): void {
  for (const [name, value] of Object.entries(statistics))
    if (value instanceof Uint8Array) Object.assign(statistics, { [name]: Buffer.from(value) });
}

/**
 * The values of a column, null without a value, as `decode` makes them of their bytes in Postgres' binary format.
 * @param same for each row, an earlier one with its value, or itself
 */
function columnOf({ bytes, fields }: CopiedRows, columns: Column[], { name, decode }: Column, same: number[] = []) {
  const values: (ReturnType<typeof decode> | null)[] = [];
  const first = columns.findIndex((column) => column.name === name);
  for (let field = first; field < fields.length; field += columns.length) {
    const at = fields[field] ?? 0;
    const length = bytes.readInt32BE(at);
    const known = values[same[values.length] ?? values.length];
    if (known !== undefined) values.push(known);
    else values.push(length < 0 ? null : decode(bytes, at + fieldHead, at + fieldHead + length));
  }
  return values;
}

type Column = ColumnType & { name: string; field: Field };
type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type ColumnType = {
  element: Omit<Element, 'name'>;
  cell: (stored: Sql) => Sql;
  decode: (bytes: Buffer, start: number, end: number) => Buffer | number | bigint;
};

function typeOf({ kind, path }: Field): ColumnType {
  switch (kind) {
    case 'id':
    case 'text':
    case 'paymentStatus':
    case 'month':
      return {
        element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
        cell: (stored) => sql`(${stored})::text`,
        decode: (bytes, start, end) => bytes.subarray(start, end),
      };
    case 'count':
      return { element: { type: 'INT64' }, cell: (stored) => sql`(${stored})::bigint`, decode: readInt64 };
    case 'percentage':
      return {
        element: { type: 'DOUBLE' },
        cell: (stored) => sql`(${stored})::float8`,
        decode: (bytes, start) => bytes.readDoubleBE(start),
      };
    case 'money':
      // A sum may have more digits than 64 bits hold.
      return path?.startsWith('statistics.')
        ? {
            element: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...decimal(38) },
            cell: (stored) => sql`trunc(${stored} * 100)::text`,
            decode: (bytes, start, end) => BigInt(bytes.toString('latin1', start, end)),
          }
        : {
            element: { type: 'INT64', ...decimal(18) },
            cell: (stored) => sql`(${stored} * 100)::bigint`,
            decode: readInt64,
          };
    case 'instant':
      return {
        element: {
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
        cell: (stored) => sql`(${stored})::timestamptz`,
        decode: (bytes, start) => millisecondsOf(bytes.readBigInt64BE(start)),
      };
    default:
      return kind satisfies never;
  }
}

const decimal = (precision: number) => ({
  ...{ converted_type: 'DECIMAL' as const, precision, scale: 2 },
  logical_type: { type: 'DECIMAL' as const, precision, scale: 2 },
});

const readInt64 = (bytes: Buffer, start: number) => bytes.readBigInt64BE(start);

/** Of microseconds from 2000 on, as Postgres counts; before it, they are negative, and a division rounds them up. */
function millisecondsOf(microseconds: bigint): bigint {
  return (microseconds < 0n ? microseconds - 999n : microseconds) / 1_000n + postgresEpochMs;
}

const postgresEpochMs = BigInt(Date.UTC(2000));

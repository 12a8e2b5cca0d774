import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { FieldKind, Fields } from '../../../../proto/report.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { columnOf, rowGroupsIn } from '../copied.ts';
import { sql } from '../../sql/statement.ts';
import type { Sql } from '../../sql/statement.ts';

/** What is held in memory and encoded at once, while pages wait. */
const rowGroup = { rows: 2_500, bytes: 4_000_000 };

/** A column of each field, whose binary form is that of Parquet or near it. */
export const parquetRow: RowFormat = {
  cell: ({ kind }, stored) => typeOf(kind).cell(stored),
};

/** An Apache Parquet file, a row group after another. Its last bytes say where they are, so a part of it can't be read. */
export async function* writeParquet(
  fields: Fields,
  copied: AsyncIterable<Buffer>,
  totalCount: number,
): AsyncGenerator<Buffer> {
  const columns = Object.entries(fields).map(([name, { kind }]) => ({ name, ...typeOf(kind) }));
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'report', num_children: columns.length },
      ...columns.map(({ name, element }) => ({ ...element, name, repetition_type: 'OPTIONAL' as const })),
    ],
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes, { level: 1 }) },
    createdBy: 'client-reporting-api',
  });
  const take = () => {
    const bytes = Buffer.from(writer.getBytes());
    writer.index = 0;
    return bytes;
  };
  yield take();
  for await (const group of rowGroupsIn(copied, totalCount, rowGroup)) {
    const columnData = columns.map(({ name, read }, index) => ({
      name,
      // Read when it is written: values of all columns at once would outlive the collections of new objects.
      get data() {
        return columnOf(group, { index, of: columns.length }, read);
      },
    }));
    await file.write({ columnData, rowGroupSize: rowGroup.rows });
    yield take();
  }
  await file.finish();
  yield take();
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type ColumnType = {
  element: Omit<Element, 'name'>;
  cell: (stored: Sql) => Sql;
  read: (bytes: Buffer, start: number, end: number) => string | number | bigint;
};

function typeOf(kind: FieldKind): ColumnType {
  switch (kind) {
    case 'id':
    case 'text':
    case 'status':
    case 'month':
      return {
        element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
        cell: (stored) => sql`(${stored})::text`,
        read: (bytes, start, end) => bytes.toString('utf8', start, end),
      };
    case 'count':
      return { element: { type: 'INT64' }, cell: (stored) => sql`(${stored})::bigint`, read: readInt64 };
    case 'percentage':
      return {
        element: { type: 'DOUBLE' },
        cell: (stored) => sql`(${stored})::float8`,
        read: (bytes, start) => bytes.readDoubleBE(start),
      };
    case 'money':
      return {
        element: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 },
        cell: (stored) => sql`(${stored} * 100)::bigint`,
        read: readInt64,
      };
    case 'instant':
      return {
        element: {
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
        cell: (stored) => sql`(${stored})::timestamptz`,
        read: (bytes, start) => millisecondsOf(bytes.readBigInt64BE(start)),
      };
    default:
      return kind satisfies never;
  }
}

const readInt64 = (bytes: Buffer, start: number) => bytes.readBigInt64BE(start);

/** Of microseconds from 2000 on, as Postgres counts; before it, they are negative, and a division rounds them up. */
function millisecondsOf(microseconds: bigint): bigint {
  return (microseconds < 0n ? microseconds - 999n : microseconds) / 1_000n + postgresEpochMs;
}

const postgresEpochMs = BigInt(Date.UTC(2000));

import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { FieldKind, Fields } from '../../../../proto/report.ts';
import type { Row } from '../copied.ts';

/** What is held in memory and encoded at once, while pages wait. */
const rowGroup = { rows: 2_500, characters: 4_000_000 };

/** An Apache Parquet file, a row group after another. Its last bytes say where they are, so a part of it can't be read. */
export async function* writeParquet(fields: Fields, batches: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
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
  for await (const rows of rowGroups(batches)) {
    const columnData = columns.map(({ name, read }, index) => ({
      name,
      data: rows.map((row) => (typeof row[index] === 'string' ? read(row[index]) : null)),
    }));
    await file.write({ columnData, rowGroupSize: rows.length });
    yield take();
  }
  await file.finish();
  yield take();
}

async function* rowGroups(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let characters = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      rows.push(row);
      for (const value of row) characters += value?.length ?? 0;
      if (rows.length < rowGroup.rows && characters < rowGroup.characters) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0) yield rows;
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type ColumnType = { element: Omit<Element, 'name'>; read: (value: string) => string | number | bigint };

function typeOf(kind: FieldKind): ColumnType {
  switch (kind) {
    case 'id':
    case 'text':
    case 'status':
      return {
        element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
        read: String,
      };
    case 'count':
      return { element: { type: 'INT64' }, read: BigInt };
    case 'percentage':
      return { element: { type: 'DOUBLE' }, read: Number };
    case 'money':
      return { element: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 }, read: cents };
    case 'instant':
      return {
        element: {
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
        read: Date.parse,
      };
    default:
      return kind satisfies never;
  }
}

function cents(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}

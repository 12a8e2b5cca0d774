import type { Row } from '../copied.ts';

/** How rows are written: what comes before them, by the first of them, each of them, and what comes after them. */
export type RowWriter = { begin: (firstRows: Row[]) => string; row: (values: Row) => string; finish: () => string };

/** Of a chunk; rows of usual texts have 50,000 in a batch. */
const chunkCharacters = 250_000;

export async function* writeRows(writer: RowWriter, batches: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
  let hasBegun = false;
  for await (const rows of batches) {
    let text = hasBegun ? '' : writer.begin(rows);
    hasBegun = true;
    for (const row of rows) {
      text += writer.row(row);
      if (text.length < chunkCharacters) continue;
      yield Buffer.from(text);
      text = '';
    }
    if (text !== '') yield Buffer.from(text);
  }
  const text = (hasBegun ? '' : writer.begin([])) + writer.finish();
  if (text !== '') yield Buffer.from(text);
}

/** A chunk of what COPY sends, and where the fields of its whole rows begin. */
export type CopiedRows = { bytes: Buffer; fields: ArrayLike<number> };

/** The texts of rows of one column, one behind the other. */
export async function* linesIn(copied: AsyncIterable<Buffer[]>, totalCount?: number): AsyncGenerator<Buffer> {
  for await (const { bytes, fields } of rowsIn(copied, totalCount)) {
    let end = 0;
    // Moved within the buffer, which takes half the time of a new one.
    for (const at of fields) {
      const length = Math.max(0, bytes.readInt32BE(at));
      bytes.copyWithin(end, at + fieldHead, at + fieldHead + length);
      end += length;
    }
    yield bytes.subarray(0, end);
  }
}

/** Groups of so many rows, or of few more bytes than these. A group is valid until the next one, which takes its memory. */
export async function* rowGroupsIn(
  copied: AsyncIterable<Buffer[]>,
  totalCount: number,
  columns: number,
  atMost: { rows: number; bytes: number },
): AsyncGenerator<CopiedRows> {
  const fields = new Uint32Array(atMost.rows * columns);
  let bytes = Buffer.alloc(atMost.bytes);
  let [count, size] = [0, 0];
  for await (const rows of rowsIn(copied, totalCount)) {
    let first = 0;
    while (first < rows.fields.length) {
      const next = Math.min(first + fields.length - count, rows.fields.length);
      const start = rows.fields[first] ?? 0;
      const added = rows.bytes.subarray(start, rows.fields[next]);
      if (size + added.length > bytes.length) bytes = Buffer.concat([bytes.subarray(0, size)], size + added.length);
      added.copy(bytes, size);
      for (; first < next; first += 1) fields[count++] = (rows.fields[first] ?? 0) - start + size;
      size += added.length;
      if (count < fields.length && size < atMost.bytes) continue;
      yield { bytes, fields: fields.subarray(0, count) };
      [count, size] = [0, 0];
    }
  }
  if (count > 0) yield { bytes, fields: fields.subarray(0, count) };
}

// The binary format of COPY: a header; of each row the number of its fields, of each field its length and bytes; -1 at the end.
const [header, rowHead] = [19, 2];
export const fieldHead = 4;

/** @throws Error where they are not as many as were counted, if they were */
async function* rowsIn(copied: AsyncIterable<Buffer[]>, totalCount: number | undefined) {
  let rest: Buffer = Buffer.alloc(0);
  let [start, count] = [header, 0];
  for await (const batch of copied) {
    const bytes = Buffer.concat([rest, ...batch]);
    const fields: number[] = [];
    let [end, whole] = [start, 0];
    for (let next = addFields(fields, bytes, end); next !== undefined; next = addFields(fields, bytes, end)) {
      [end, whole] = [next, fields.length];
      count += 1;
    }
    fields.length = whole;
    rest = bytes.subarray(end);
    start = 0;
    if (whole > 0) yield { bytes, fields };
  }
  if (totalCount !== undefined && count !== totalCount)
    throw new Error(`${totalCount} rows were counted, and ${count} read`);
}

/** Adds where the fields of a row begin. Its end; undefined where the row is not whole, or the last one was before. */
function addFields(fields: number[], bytes: Buffer, start: number): number | undefined {
  if (start + rowHead > bytes.length) return undefined;
  const count = bytes.readInt16BE(start);
  let at = start + rowHead;
  for (let field = 0; field < count; field += 1) {
    if (at + fieldHead > bytes.length) return undefined;
    fields.push(at);
    at += fieldHead + Math.max(0, bytes.readInt32BE(at));
  }
  return count >= 0 && at <= bytes.length ? at : undefined;
}

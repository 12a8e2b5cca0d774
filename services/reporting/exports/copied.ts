/** The texts of rows of one column, one behind the other, out of what COPY sends. */
export async function* linesIn(copied: AsyncIterable<Buffer>, totalCount: number | undefined): AsyncGenerator<Buffer> {
  for await (const { lines } of partsOfLines(copied, totalCount, Infinity)) yield lines;
}

/** The same in parts of so many lines each, in chunks. */
export async function* partsOfLines(
  copied: AsyncIterable<Buffer>,
  totalCount: number | undefined,
  linesOfPart: number,
) {
  let left = linesOfPart;
  for await (const { bytes, start, ends } of rowsOf(copied, totalCount)) {
    let from = start;
    while (ends.length > 0) {
      const taken = ends.splice(0, left);
      const begin = from;
      let length = 0;
      for (const end of taken) {
        const line = from + rowHead + fieldHead;
        bytes.copyWithin(begin + length, line, end);
        length += end - line;
        from = end;
      }
      left -= taken.length;
      yield { lines: bytes.subarray(begin, begin + length), endsPart: left === 0 };
      if (left === 0) left = linesOfPart;
    }
  }
}

/** Whole rows of a chunk, by where each field of each begins. */
type FieldsOfChunk = { bytes: Buffer; fields: number[] };

/** Groups of so many rows, or of few more bytes than these, out of what COPY sends. */
export async function* rowGroupsIn(
  copied: AsyncIterable<Buffer>,
  totalCount: number,
  atMost: { rows: number; bytes: number },
): AsyncGenerator<FieldsOfChunk[]> {
  let [group, rows, size]: [FieldsOfChunk[], number, number] = [[], 0, 0];
  for await (const { bytes, start, ends } of rowsOf(copied, totalCount)) {
    let from = start;
    size += bytes.length;
    while (ends.length > 0) {
      const fields: number[] = [];
      for (const end of ends.splice(0, atMost.rows - rows)) {
        rows += 1;
        for (let at = from + rowHead; at < end; at += fieldHead + Math.max(0, bytes.readInt32BE(at))) fields.push(at);
        from = end;
      }
      group.push({ bytes, fields });
      if (rows < atMost.rows && size < atMost.bytes) continue;
      yield group;
      [group, rows, size] = [[], 0, 0];
    }
  }
  if (rows > 0) yield group;
}

/**
 * The values of a column, null where there is none, as `read` makes them of their bytes in Postgres' binary format.
 * @param repeated as of `firstRows`, of a column that has the same value in such rows
 */
export function columnOf<T>(
  group: FieldsOfChunk[],
  column: { index: number; of: number },
  read: (bytes: Buffer, start: number, end: number) => T,
  repeated?: number[],
): (T | null)[] {
  const values: (T | null)[] = [];
  for (const { bytes, fields } of group) {
    for (let field = column.index; field < fields.length; field += column.of) {
      const first = values[repeated?.[values.length] ?? values.length];
      if (first !== undefined) {
        values.push(first);
        continue;
      }
      const at = fields[field] ?? 0;
      const length = bytes.readInt32BE(at);
      values.push(length < 0 ? null : read(bytes, at + fieldHead, at + fieldHead + length));
    }
  }
  return values;
}

/** For each row, the first one with its value. */
export function firstRows(values: unknown[]): number[] {
  const rows = new Map<unknown, number>();
  return values.map((value, row) => {
    const first = rows.get(value) ?? row;
    if (first === row) rows.set(value, row);
    return first;
  });
}

// The binary format of COPY: a header; of each row the number of its fields, of each field its length and bytes; -1 at the end.
const [header, rowHead, fieldHead] = [19, 2, 4];

/** The whole rows of each chunk, by where they end. @throws Error where they are not as many as were counted, if they were */
async function* rowsOf(copied: AsyncIterable<Buffer>, totalCount: number | undefined) {
  let rest: Buffer = Buffer.alloc(0);
  let [skipped, count] = [header, 0];
  for await (const chunk of copied) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const ends: number[] = [];
    const start = skipped;
    let at = start;
    for (let end = endOfRow(bytes, at); end !== undefined; end = endOfRow(bytes, at)) ends.push((at = end));
    rest = ends.length > 0 ? bytes.subarray(at) : bytes;
    if (ends.length === 0) continue;
    skipped = 0;
    count += ends.length;
    yield { bytes, start, ends };
  }
  if (totalCount !== undefined && count !== totalCount)
    throw new Error(`${totalCount} rows were counted, and ${count} read`);
}

/** Undefined where the row is not whole, or the last one was before. */
function endOfRow(bytes: Buffer, start: number): number | undefined {
  if (start + rowHead > bytes.length) return undefined;
  let end = start + rowHead;
  const fields = bytes.readInt16BE(start);
  if (fields < 0) return undefined;
  for (let field = 0; field < fields; field += 1) {
    if (end + fieldHead > bytes.length) return undefined;
    end += fieldHead + Math.max(0, bytes.readInt32BE(end));
  }
  return end <= bytes.length ? end : undefined;
}

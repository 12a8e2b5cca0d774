import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

export class FileError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export type CsvRow = { line: number; fields: string[] };

const maxRowBytes = 1_048_576;

/**
 * The rows of a file by RFC 4180 in UTF-8, without the empty ones, each with the line that it begins on. With `needsEnd`, the last
 * line must end as the others do. @throws FileError
 */
export async function* readCsv(file: string, needsEnd = false): AsyncGenerator<CsvRow> {
  const read = createReader(needsEnd);
  let isFirst = true;
  for await (const text of wholeLines(file)) {
    yield* read(isFirst ? text.replace(/^\uFEFF/, '') : text);
    isFirst = false;
  }
  yield* read('', true);
}

/** A field and what ends it. A file has lines that end with CR LF, LF or CR. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y;
const closedQuote = /"[^"]*(?:""[^"]*)*"/y;

function createReader(needsEnd: boolean): (text: string, isLast?: boolean) => Generator<CsvRow> {
  let line = 1;
  let rest = '';
  return function* (more, isLast = false) {
    const text = rest + more;
    let begin = 0;
    let at = 0;
    let lines = 1;
    let fields: string[] = [];
    while (at < text.length || (isLast && fields.length > 0)) {
      field.lastIndex = at;
      const match = field.exec(text);
      if (!match) {
        closedQuote.lastIndex = at;
        const isOpen = text[at] === '"' && !closedQuote.test(text);
        if (isOpen && !isLast) break;
        const reason = isOpen
          ? 'a quote is opened and never closed'
          : 'is not valid CSV: a quote is inside a field without quotes, or text follows a closing quote';
        throw new FileError(line, reason);
      }
      const [all, quoted, plain = '', end] = match;
      fields.push(quoted?.replaceAll('""', '"') ?? plain);
      if (quoted?.includes('\n')) lines += quoted.split('\n').length - 1;
      at += all.length;
      if (end === ',') continue;
      if (end === '' && needsEnd) {
        throw new FileError(line + lines - 1, 'the last line has no end: the file is cut off, or still being written');
      }
      if (fields.length > 1 || fields[0] !== '') yield { line, fields };
      line += lines;
      [begin, lines, fields] = [at, 1, []];
    }
    rest = text.slice(begin);
    if (rest.length > maxRowBytes) throw new FileError(line, 'the row is longer than 1 MiB');
  };
}

/** The text of a file in pieces that end where a line ends, but for the last. Fails at the line that is not UTF-8. */
async function* wholeLines(file: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  const decode = (bytes: Buffer) => {
    if (!isUtf8(bytes)) throw new FileError(lines + lineNotInUtf8(bytes), 'is not UTF-8: save it as "CSV UTF-8"');
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
    return bytes.toString('utf8');
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // Where no line ends with LF, at a CR that no LF can follow.
    const end = (bytes.includes(10) ? bytes.lastIndexOf(10) : bytes.lastIndexOf(13, -2)) + 1;
    rest = bytes.subarray(end);
    if (rest.length > maxRowBytes) throw new FileError(lines + 1, 'the line is longer than 1 MiB');
    yield decode(bytes.subarray(0, end));
  }
  yield decode(rest);
}

function lineNotInUtf8(bytes: Buffer): number {
  for (let [line, start] = [1, 0]; ; line += 1) {
    const end = bytes.indexOf(10, start) + 1;
    if (end === 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end;
  }
}

import { createReadStream } from 'node:fs';

export class FileError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export type CsvRow = { line: number; fields: string[] };

const maxRowLength = 1_048_576;

/** A field and what ends it. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;
const closedQuote = /"[^"]*(?:""[^"]*)*"/y;

/**
 * The rows of a file by RFC 4180 in UTF-8, without the empty ones, each with the line that it begins on. With `needsEnd`, the last
 * line must end as the others do. @throws FileError
 */
export async function* readCsv(file: string, needsEnd = false): AsyncGenerator<CsvRow> {
  let line = 1;
  let rest = '';
  /** The rows of whole lines. What is left of them is the beginning of a row. */
  function* rowsOf(text: string, isLast: boolean): Generator<CsvRow> {
    let [begin, at, lines] = [0, 0, 1];
    let fields: string[] = [];
    while (at < text.length || (isLast && fields.length > 0)) {
      field.lastIndex = at;
      const match = field.exec(text);
      if (!match) {
        closedQuote.lastIndex = at;
        const isOpen = text[at] === '"' && !closedQuote.test(text);
        if (isOpen && !isLast) break;
        throw new FileError(line, isOpen ? 'a quote is opened and never closed' : notCsv);
      }
      const [all, quoted, plain = '', end] = match;
      fields.push(quoted?.replaceAll('""', '"') ?? plain);
      if (quoted?.includes('\n')) lines += quoted.split('\n').length - 1;
      at += all.length;
      if (end === ',') continue;
      if (end === '' && needsEnd) {
        throw new FileError(line + lines - 1, 'the last line has no end: the file is cut off, or still being written');
      }
      // What the decoder makes of other bytes.
      if (fields.some((text) => text.includes('\uFFFD')))
        throw new FileError(line, 'is not UTF-8 (save it as "CSV UTF-8"), or has the replacement character U+FFFD');
      if (fields.length > 1 || fields[0] !== '') yield { line, fields };
      line += lines;
      [begin, lines, fields] = [at, 1, []];
    }
    rest = text.slice(begin);
  }
  let isFirst = true;
  for await (const chunk of createReadStream(file, {
    encoding: 'utf8',
    highWaterMark: 262_144,
  }) as AsyncIterable<string>) {
    const text = rest + (isFirst ? chunk.replace(/^\uFEFF/, '') : chunk);
    if (isFirst && text.startsWith('\uFEFF')) throw new FileError(1, 'begins with two byte order marks: remove one');
    isFirst = false;
    const end = text.lastIndexOf('\n') + 1;
    yield* rowsOf(text.slice(0, end), false);
    rest += text.slice(end);
    if (rest.length > maxRowLength) throw new FileError(line, 'the row is longer than 1 MiB');
  }
  yield* rowsOf(rest, true);
}

const notCsv =
  'is not valid CSV: a quote is inside a field without quotes, text follows a closing quote, or a line ends with CR only';

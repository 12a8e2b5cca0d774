import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

export class FileError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export type CsvRow = { line: number; fields: string[] };

/** The rows by RFC 4180 in UTF-8, each with the line that it begins on. @throws FileError */
export async function* readCsv(file: string): AsyncGenerator<CsvRow> {
  let line = 1;
  try {
    for await (const fields of parsed(file)) {
      if (fields.length > 1 || fields[0] !== '') yield { line, fields };
      line += linesOf(fields);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const separator = line === 1 ? await separatorIn(file) : undefined;
    throw new FileError(await lineOfError(file, line), separator ?? reasonOf(error));
  }
}

function parsed(file: string, onRecord?: (fields: string[]) => null): AsyncIterable<string[]> {
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxRowBytes,
    ...(onRecord && { on_record: onRecord }),
  });
  const reading = pipeline(createReadStream(file, { highWaterMark: 262_144 }), wholeLinesOfUtf8(), parser);
  // The parser throws the same error to its reader.
  reading.catch(() => undefined);
  return parser as AsyncIterable<string[]>;
}

/**
 * Where the parser can't go on. Reads the file again: an error drops the rows before it that nobody has taken yet, and to be
 * called back for each row takes the parser half as long again. What can be read but once has the error at a row soon after
 * the last that was `taken`.
 */
async function lineOfError(file: string, taken: number): Promise<number> {
  const canBeReadAgain = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!canBeReadAgain) return taken;
  let line = 1;
  const counted = parsed(file, (fields) => {
    line += linesOf(fields);
    return null;
  });
  // None is passed on: the first that is asked for is the end or the error.
  await counted[Symbol.asyncIterator]()
    .next()
    .catch(() => undefined);
  return line;
}

/** What is wrong with a header whose fields are separated by something else than a comma. */
export function otherSeparator(header: string): string | undefined {
  const separator = /^[^,]*?([;\t|])/.exec(header)?.[1];
  if (separator === undefined) return undefined;
  return `the fields are separated by ${separator === '\t' ? 'tabs' : separator}, and must be by ,`;
}

/** Of a file whose header the parser refuses, since its names are in quotes. */
async function separatorIn(file: string): Promise<string | undefined> {
  if (!(await stat(file)).isFile()) return undefined;
  const [bytes = Buffer.alloc(0)] = (await createReadStream(file, { end: 4_095 }).take(1).toArray()) as Buffer[];
  return otherSeparator(bytes.toString('utf8').split(/[\r\n]/)[0] ?? '');
}

const maxRowBytes = 1_048_576;

function reasonOf({ code }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is opened and never closed';
    case 'CSV_MAX_RECORD_SIZE':
      return 'the row is longer than 1 MiB';
    default:
      return 'is not valid CSV: a quote stands inside a field that is not quoted, or text follows a closing quote';
  }
}

/** Not as the parser counts, which takes a line break of CR and LF inside quotes for two. */
function linesOf(record: string[]): number {
  let count = 1;
  for (const field of record) {
    for (let at = field.indexOf('\n'); at !== -1; at = field.indexOf('\n', at + 1)) count += 1;
  }
  return count;
}

/** Passes bytes on in whole lines, and fails at the line that is not UTF-8, where decoding would replace it quietly. */
function wholeLinesOfUtf8(): Transform {
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  let isFirst = true;
  const check = (bytes: Buffer) => {
    if (isUtf8(bytes)) {
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
      return;
    }
    for (let start = 0; ; start = bytes.indexOf(10, start) + 1) {
      lines += 1;
      const end = bytes.indexOf(10, start);
      if (!isUtf8(bytes.subarray(start, end === -1 ? bytes.length : end))) break;
    }
    throw new FileError(lines, 'is not UTF-8: save it as "CSV UTF-8"');
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        // With its mark, or by the other half of a letter.
        if (isFirst && /^(fffe|feff|00|..00)/.test(chunk.toString('hex', 0, 2))) {
          throw new FileError(1, 'is UTF-16, as "Unicode text" of Excel is: save it as "CSV UTF-8"');
        }
        isFirst = false;
        const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        // Where no line ends with LF, with CR: as old programs and Excel for Mac write.
        const end = (bytes.includes(10) ? bytes.lastIndexOf(10) : bytes.lastIndexOf(13)) + 1;
        rest = bytes.subarray(end);
        if (rest.length > maxRowBytes) throw new FileError(lines + 1, 'the line is longer than 1 MiB');
        check(bytes.subarray(0, end));
        done(null, bytes.subarray(0, end));
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        check(rest);
        done(null, rest);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

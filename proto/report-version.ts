import { hash } from 'node:crypto';
import { validationError } from './errors.ts';
import { reports } from './reports.ts';

/** The version of each stripe of a company's data, in their order. Together they name a state of the data exactly. */
export type Stripes = ReadonlyMap<number, bigint>;

/** How far a caller has read changes in several answers: up to the row `afterKey`, of those since another version or of all. */
export type Unfinished = { since: Stripes | undefined; afterKey: string };

/** `sameRows`: the rows of a report have the members that they have in this release. */
export type ReportVersion = { stripes: Stripes; sameRows: boolean; unfinished?: Unfinished };

const formats = { finished: 1, changes: 2, all: 3 };

/** Differs where the members of a row do, so that a caller can't mix rows of two releases. */
const rowFormat = hash('sha256', JSON.stringify(Object.values(reports).map(({ fields }) => fields)), 'buffer').subarray(
  0,
  2,
);

/** As `Report-Version` has it in quotes: opaque to callers, and the same text for the same versions. */
export function encodeVersion(stripes: Stripes, unfinished?: Unfinished): string {
  if (!unfinished) return textOf(formats.finished, numbersOf(stripes));
  const { since, afterKey } = unfinished;
  const numbers = [stripes, ...(since ? [since] : [])].flatMap((part) => [BigInt(part.size), ...numbersOf(part)]);
  return textOf(since ? formats.changes : formats.all, numbers, afterKey);
}

/** @returns undefined for a text that is no version */
export function decodeVersion(text: string): ReportVersion | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const [format] = bytes;
  const start = 1 + rowFormat.length;
  if (bytes.length < start || bytes.toString('base64url') !== text) return undefined;
  const sameRows = bytes.subarray(1, start).equals(rowFormat);
  const read = readNumbers(bytes, start);
  const readStripes = (size: () => boolean) => {
    const stripes = new Map<number, bigint>();
    while (size()) stripes.set(Number(read.next()), read.next());
    return stripes;
  };
  const sized = () => {
    let left = read.next();
    return readStripes(() => left-- > 0n && !read.isAtEnd());
  };
  let version: ReportVersion | undefined;
  if (format === formats.finished) version = { stripes: readStripes(() => !read.isAtEnd()), sameRows };
  else if (format === formats.changes || format === formats.all) {
    const stripes = sized();
    const since = format === formats.changes ? sized() : undefined;
    version = { stripes, sameRows, unfinished: { since, afterKey: read.rest() } };
  }
  return read.isBroken() ? undefined : version;
}

/** @throws ApiError `validation_error` for a text that is no version, under the name of its header or parameter */
export function requireReportVersion(text: string, name = 'Report-Version'): string {
  if (decodeVersion(text)) return text;
  const inQuotes = name === 'Report-Version' ? ', in quotes' : '';
  throw validationError({ [name]: { message: `must be the Report-Version of one response${inQuotes}` } });
}

function numbersOf(stripes: Stripes): bigint[] {
  return [...stripes].flatMap(([stripe, version]) => [BigInt(stripe), version]);
}

function textOf(format: number, numbers: bigint[], rest = ''): string {
  const bytes = Buffer.from([format, ...rowFormat, ...numbers.flatMap(bytesOf)]);
  return Buffer.concat([bytes, Buffer.from(rest)]).toString('base64url');
}

/** Seven bits a byte, the lowest first; all but the last have the eighth bit. */
function bytesOf(number: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = number; ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

function readNumbers(bytes: Buffer, start: number) {
  let at = start;
  let broken = false;
  const isAtEnd = () => broken || at >= bytes.length;
  return {
    isAtEnd,
    isBroken: () => broken,
    next: (): bigint => {
      for (let [number, shift] = [0n, 0n]; shift < 63n; shift += 7n) {
        const byte = bytes[at];
        if (byte === undefined) break;
        at += 1;
        number |= BigInt(byte & 127) << shift;
        if (byte < 128) return number;
      }
      broken = true;
      return 0n;
    },
    rest: () => bytes.subarray(at).toString(),
  };
}

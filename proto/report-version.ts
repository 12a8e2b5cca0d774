import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { validationError } from './errors.ts';
import type { Field } from './report.ts';
import { reports } from './reports.ts';

/** The version of each stripe of a company's data, in their order. Together they name a state of the data exactly. */
export type Stripes = ReadonlyMap<number, bigint>;

/** What is read: the changes since a version, or all rows; to another version, or as far as there are any; after the row `afterKey`. */
export type Span = { since: Stripes | undefined; until: Stripes | undefined; afterKey: string };

/** The state that an answer read, and what its caller reads next. `sameRows`: rows have the members that they have in this release. */
export type ReportVersion = { seen: Stripes; next: Span; sameRows: boolean };

const formats = { finished: 1, unfinished: 2 };

/** Differs where the members of a row do, so that a caller can't mix rows of two releases. */
const members = Object.values(reports).map(({ fields }) =>
  Object.entries<Field>(fields).map(([name, { path = name, kind, missing }]) => [path, kind, missing]),
);
const rowFormat = hash('sha256', JSON.stringify(members), 'buffer').subarray(0, 2);

/**
 * As `Report-Version` has it in quotes: opaque to callers, and the same text for the same versions. Without `next`, the changes since the
 * state are read next. Of 33 stripes, all that a company can have, it has some 350 characters; with `next` up to three times as many.
 */
export function encodeVersion(seen: Stripes, next?: Span): string {
  if (!next) return textOf(formats.finished, numbersOf(seen));
  const spans = [next.since, next.until].map((stripes) => (stripes ? sized(changes(seen, stripes)) : [0n]));
  return textOf(formats.unfinished, [sized(seen), ...spans].flat(), next.afterKey);
}

/** @returns undefined for a text that is no version */
export function decodeVersion(text: string): ReportVersion | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const start = 1 + rowFormat.length;
  if (bytes.length < start || bytes.toString('base64url') !== text) return undefined;
  try {
    return { ...spansIn(bytes, start), sameRows: bytes.subarray(1, start).equals(rowFormat) };
  } catch {
    return undefined;
  }
}

/** @throws Error where the bytes are no version */
function spansIn(bytes: Buffer, start: number): Pick<ReportVersion, 'seen' | 'next'> {
  let at = start;
  const number = (): bigint => {
    for (let [read, shift] = [0n, 0n]; shift < 63n && at < bytes.length; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      read |= BigInt(byte & 127) << shift;
      if (byte < 128) return read;
    }
    throw new Error('no number');
  };
  const stripes = (from: Stripes = new Map()): Stripes | undefined => {
    const size = number();
    if (size === 0n) return undefined;
    const all = new Map(from);
    for (let left = size - 1n; left > 0n; left -= 1n) all.set(Number(number()), number());
    return all;
  };
  if (bytes[0] === formats.finished) {
    const seen = new Map<number, bigint>();
    while (at < bytes.length) seen.set(Number(number()), number());
    return { seen, next: { since: seen, until: undefined, afterKey: '' } };
  }
  const seen = stripes();
  const next = { since: stripes(seen), until: stripes(seen), afterKey: bytes.toString('utf8', at) };
  // A key is a text that Postgres stores.
  if (bytes[0] !== formats.unfinished || !seen || !isUtf8(bytes.subarray(at)) || next.afterKey.includes('\0'))
    throw new Error('no version');
  return { seen, next };
}

/** A version as a header has it, or without its quotes. */
export function unquotedVersion(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1');
}

/** @throws ApiError `validation_error` for a text that is no version, under the name of its header or parameter */
export function requireReportVersion(text: string, name = 'Report-Version'): string {
  if (decodeVersion(text)) return text;
  const inQuotes = name === 'Report-Version' ? ', in quotes' : '';
  throw validationError({ [name]: { message: `must be a Report-Version of this service${inQuotes}` } });
}

function numbersOf(stripes: Stripes): bigint[] {
  return [...stripes].flatMap(([stripe, version]) => [BigInt(stripe), version]);
}

/** Of what may be absent, which is 0. */
function sized(stripes: Stripes): bigint[] {
  return [BigInt(stripes.size) + 1n, ...numbersOf(stripes)];
}

/** What makes the one version the other. A stripe that is not there yet has version 0. */
function changes(from: Stripes, to: Stripes): Stripes {
  const stripes = new Set([...from.keys(), ...to.keys()]);
  const versions = [...stripes].map((stripe) => [stripe, to.get(stripe) ?? 0n] as const);
  return new Map(versions.filter(([stripe, version]) => version !== (from.get(stripe) ?? 0n)));
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

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

/** Differs where the members of a row do, so that a caller can't mix rows of two releases. */
const members = Object.values(reports).map(({ fields, withoutTeam }) => [
  withoutTeam,
  Object.entries<Field>(fields).map(([name, { path = name, kind }]) => [path, kind]),
]);
const rowFormat = hash('sha256', JSON.stringify(members)).slice(0, 4);

/**
 * As `Report-Version` has it in quotes: opaque to callers, and the same text for the same versions. Without `next`, the changes since the
 * state are read next. Of 33 stripes, all that a company can have, it has some 700 characters; with `next` up to three times as many.
 */
export function encodeVersion(seen: Stripes, next?: Span): string {
  const changed = (stripes?: Stripes) => (stripes ? textOf(changes(seen, stripes)) : absent);
  const span = next ? [changed(next.since), changed(next.until), next.afterKey] : [];
  return Buffer.from([textOf(seen), rowFormat, ...span].join('\n')).toString('base64url');
}

const absent = '-';
const pair = String.raw`\d{1,9}:\d{1,19}`;
const stripes = `(?:${pair}(?: ${pair})*)?`;
const pattern = new RegExp(`^(${stripes})\n([0-9a-f]{4})(?:\n(-|${stripes})\n(-|${stripes})\n([^\0]*))?$`);

/** @returns undefined for a text that is no version */
export function decodeVersion(text: string): ReportVersion | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const [, seenText, format, sinceText, untilText, afterKey = ''] = pattern.exec(decoded) ?? [];
  // Other bytes than UTF-8, and other characters than those of base64url.
  if (seenText === undefined || Buffer.from(decoded).toString('base64url') !== text) return undefined;
  const seen = stripesOf(seenText);
  const changed = (text: string) => (text === absent ? undefined : new Map([...seen, ...stripesOf(text)]));
  const since = sinceText === undefined ? seen : changed(sinceText);
  const until = untilText === undefined ? undefined : changed(untilText);
  const versions = [seen, since, until].flatMap((stripes) => [...(stripes?.values() ?? [])]);
  // Postgres has no room for others.
  if (versions.some((version) => version >= 2n ** 63n)) return undefined;
  return { seen, next: { since, until, afterKey }, sameRows: format === rowFormat };
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

/** @param text as the database has it: `0:17 3:25` */
export function stripesOf(text: string): Stripes {
  const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split(':') as [string, string]);
  return new Map(pairs.map(([stripe, version]) => [Number(stripe), BigInt(version)]));
}

function textOf(stripes: Stripes): string {
  return [...stripes].map((pair) => pair.join(':')).join(' ');
}

/** What makes the one version the other. A stripe that is not there yet has version 0. */
function changes(from: Stripes, to: Stripes): Stripes {
  const stripes = new Set([...from.keys(), ...to.keys()]);
  const versions = [...stripes].map((stripe) => [stripe, to.get(stripe) ?? 0n] as const);
  return new Map(versions.filter(([stripe, version]) => version !== (from.get(stripe) ?? 0n)));
}

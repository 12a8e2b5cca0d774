import type { ObjectSchema } from './schemas.ts';

/** A page as the reports answer it. */
export type Page = {
  results: object[];
  pagination: { currentPage: number; itemsPerPage: number; pagesCount: number; totalCount: number };
  statistics?: object;
};

/** Changes as a report answers them. */
export type Changes = { results: object[]; version: string; more: boolean; totalCount?: number; statistics?: object };

/**
 * An answer has at most 20,000 tokens. It holds its content twice, as structure and as text; JSON of reports has 2.3 bytes or more for
 * a token.
 */
export const maxBytes = 20_000;

const leftOut = 'left out, since the answer would be too long';

/** The page with fewer rows, if it is too long, and a note on which rows these are. Totals come first: a host may cut the end. */
export function fittedPage({ results, ...totals }: Page, bytes = maxBytes) {
  const shown = rowsThatFit(results, bytes - bytesOf(totals));
  return { note: noteOnPage(totals, results.length, shown.length), ...totals, results: shown };
}

export function fittedChanges({ results, ...totals }: Changes) {
  const shown = rowsThatFit(results, maxBytes - bytesOf(totals));
  const missing = results.length - shown.length;
  const notes = [
    `${results.length} ${results.length === 1 ? 'row' : 'rows'} changed.`,
    ...(missing > 0
      ? [`${missing} of them are ${leftOut}. Ask for a part of the dates or teams, since the same version.`]
      : []),
    ...(totals.more ? ['There are more: ask again, since the version of this answer.'] : []),
  ];
  return { note: notes.join(' '), ...totals, results: shown };
}

/** Of an answer with a note, and with the version of the data. */
export function fittedSchema({ properties, required }: ObjectSchema): ObjectSchema {
  const version = {
    type: 'string',
    description: 'Of the data that the answer was made of; opaque. `changes` takes it.',
  };
  return notedSchema({ type: 'object', properties: { version, ...properties }, required: ['version', ...required] });
}

export function notedSchema({ properties, required }: ObjectSchema): ObjectSchema {
  const note = { type: 'string', description: 'Which rows these are, and what is left out.' };
  return { type: 'object', properties: { note, ...properties }, required: [...new Set(['note', ...required])] };
}

function rowsThatFit<Row extends object>(rows: Row[], bytes: number): Row[] {
  let left = bytes;
  const tooLong = rows.findIndex((row) => (left -= bytesOf(row) + 1) < 0);
  return tooLong === -1 ? rows : rows.slice(0, tooLong);
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function noteOnPage({ pagination, statistics }: Omit<Page, 'results'>, onPage: number, shown: number): string {
  const { currentPage, itemsPerPage, totalCount } = pagination;
  if (totalCount === 0) return 'No row matches.';
  if (totalCount === 1 && shown === 1) return 'The only row that matches.';
  if (onPage === 0) return `This page is past the end: ${totalCount} rows match.`;
  if (shown === totalCount) return `All ${totalCount} rows that match.`;
  const before = (currentPage - 1) * itemsPerPage;
  const share = `${((100 * shown) / totalCount).toPrecision(2)} %`;
  const rows = shown === 0 ? 'No rows' : `Rows ${before + 1} to ${before + shown}`;
  const totals = statistics ? ` Totals are over all ${totalCount}.` : '';
  const which = `${rows} of the ${totalCount} that match (${share}).${totals}`;
  if (shown === onPage) return which;
  const missing = `The other ${onPage - shown} rows of this page are ${leftOut}.`;
  if (shown === 0) return `${which} ${missing} An export has them.`;
  const next = Math.floor((before + shown) / shown) + 1;
  return `${which} ${missing} To go on, ask for page ${next} with itemsPerPage ${shown}.`;
}

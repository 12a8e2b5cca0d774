/** As reporting gives it: a page, or changes. */
export type Answer = { json: Buffer; version: string };

type Totals = { pagination?: Record<string, number>; statistics?: object; more?: boolean };

// 10,000 tokens: a token of JSON of reports has 2.3 bytes or more.
export const maxBytes = 20_000;

const leftOut = 'left out, since the answer would be too long';

/**
 * The answer with fewer rows, if it is too long, and a note on which rows these are. Totals come first: a host may cut the end.
 * @param remark what the note says as well of so many rows
 */
export function fitted({ json, version }: Answer, bytes: number, remark: (totalCount: number) => string) {
  const { results, ...totals } = JSON.parse(json.toString()) as Totals & { results: object[] };
  let left = bytes - bytesOf(totals);
  const shown = results.filter((row) => (left -= bytesOf(row) + 1) >= 0);
  const noteOn = totals.pagination ? noteOnPage : noteOnChanges;
  const { totalCount } = totals.pagination ?? {};
  const remarked = totalCount === undefined ? '' : remark(totalCount);
  const note = `${noteOn(totals, results.length, shown.length)} ${remarked}`.trim();
  return { note, version, ...totals, results: shown };
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

function noteOnPage({ pagination, statistics }: Totals, onPage: number, shown: number): string {
  const { currentPage = 1, itemsPerPage = 1, totalCount = 0 } = pagination ?? {};
  if (totalCount === 0) return 'No row matches.';
  if (onPage === 0) return `This page is past the end: ${totalCount} rows match.`;
  if (shown === totalCount) return shown === 1 ? 'The only row that matches.' : `All ${totalCount} rows that match.`;
  const before = (currentPage - 1) * itemsPerPage;
  const rows = shown === 0 ? 'No rows' : `Rows ${before + 1} to ${before + shown}`;
  const totals = statistics ? ` Totals are over all ${totalCount}.` : '';
  const which = `${rows} of the ${totalCount} that match (${((100 * shown) / totalCount).toPrecision(2)} %).${totals}`;
  if (shown === onPage) return which;
  const missing = `The other ${onPage - shown} rows of this page are ${leftOut}.`;
  if (shown === 0) return `${which} ${missing} An export has them.`;
  return `${which} ${missing} To go on, ask for page ${Math.floor(before / shown) + 2} with itemsPerPage ${shown}.`;
}

function noteOnChanges({ more }: Totals, changed: number, shown: number): string {
  const missing = `${changed - shown} of them are ${leftOut}. Ask for a part of the dates or teams, since the same version.`;
  return [
    `${changed} ${changed === 1 ? 'row' : 'rows'} changed.`,
    ...(shown < changed ? [missing] : []),
    ...(more ? ['There are more: ask again, since the version of this answer.'] : []),
  ].join(' ');
}

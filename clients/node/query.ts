import { given } from './options.js';

/** Texts by the names of the parameters. What the program does to its own objects later changes none. */
export type Query = Record<string, string>;

/**
 * Lists are JSON, since ids may contain commas.
 * @throws TypeError where a value is empty: the API would take it as left out, which is the whole report
 */
export function queryOf(params: object): Query {
  const query: Query = {};
  for (const [name, value] of Object.entries(given(params)) as [string, string | number | string[]][]) {
    // Of a list: nothing but empty texts and the commas between them.
    if (name !== 'search' && /^[\s,]*$/.test(String(value))) {
      throw new TypeError(`${name} is empty: leave it out for all`);
    }
    query[name] = Array.isArray(value) ? JSON.stringify(value) : String(value);
  }
  return query;
}

import { given } from './options.js';

/** Texts by the names of the parameters. What the program does to its own objects later changes none. */
export type Query = Record<string, string>;

const required = ['fromDate', 'toDate', 'groupBy'];

/**
 * Lists are JSON, since ids may contain commas. A list is an array or another iterable object, such as a Set, which is read once.
 * @throws TypeError where a value is empty: the API would take it as left out, which is the whole report
 */
export function toQuery(params: object): Query {
  const query: Query = {};
  for (const [name, param] of Object.entries(given(params)) as [string, string | number | Iterable<unknown>][]) {
    const value = typeof param === 'object' && Symbol.iterator in param ? [...param] : param;
    // Of a list: nothing but empty texts and the commas between them.
    if (name !== 'search' && /^[\s,]*$/.test(String(value))) {
      throw new TypeError(`${name} is empty: ${required.includes(name) ? 'it needs a value' : 'leave it out for all'}`);
    }
    query[name] = Array.isArray(value) ? JSON.stringify(value) : String(value);
  }
  return query;
}

import type { GivenFilter } from '../../../proto/report.ts';
import { reports } from '../../../proto/reports.ts';

type EachFilters = (typeof reports)[keyof typeof reports]['filters'];
type NamesOf<Of> = Of extends unknown ? keyof Of & string : never;

/** The values of the filters that are given, of an amount one. */
export type FilterValues = Partial<Record<NamesOf<EachFilters>, string[]>>;

const names = [
  ...new Set(Object.values(reports).flatMap(({ filters }) => Object.keys(filters))),
] as (keyof FilterValues)[];

/** The filters that are given, as reporting takes them. */
export function sentFilters(given: FilterValues): GivenFilter[] {
  return names.map((name) => ({ name, values: given[name] ?? [] })).filter(({ values }) => values.length > 0);
}

export function givenFilters(given: FilterValues): Record<string, string[]> {
  return Object.fromEntries(sentFilters(given).map(({ name, values }) => [name, values]));
}

/** The same as parameters of a request. */
export function filterParameters(given: FilterValues): [string, string][] {
  return sentFilters(given).flatMap(({ name, values }) => values.map((value): [string, string] => [name, value]));
}

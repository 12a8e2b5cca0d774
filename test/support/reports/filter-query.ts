import type { Filter, GivenFilter } from '../../../proto/report.ts';
import { reports } from '../../../proto/reports.ts';

type EachFilters = (typeof reports)[keyof typeof reports]['filters'];
type NamesOf<Of> = Of extends unknown ? keyof Of & string : never;
type KindOf<Of, Name> = Of extends Record<Name & string, { kind: infer Kind }> ? Kind : never;

type FilterName = NamesOf<EachFilters>;

/** The values of all filters that a report has: a list, or the text of an amount. Empty for one that isn't given. */
export type FilterValues = { [Name in FilterName]: KindOf<EachFilters, Name> extends 'amount' ? string : string[] };

const filters = Object.values(reports).flatMap((report) => Object.entries<Filter>(report.filters));

export const noFilters = Object.fromEntries(
  filters.map(([name, { kind }]) => [name, kind === 'amount' ? '' : []]),
) as unknown as FilterValues;

/** The filters that are given, as reporting takes them. */
export function sentFilters(values: Partial<FilterValues>): GivenFilter[] {
  const names = Object.keys(noFilters) as FilterName[];
  const all = names.map((name) => ({ name, values: [values[name] ?? []].flat().filter((value) => value !== '') }));
  return all.filter((given) => given.values.length > 0);
}

export function givenFilters(values: FilterValues): Record<string, string[]> {
  return Object.fromEntries(sentFilters(values).map((given) => [given.name, given.values]));
}

/** The same as parameters of a request. */
export function filterParameters(values: FilterValues): [string, string][] {
  return sentFilters(values).flatMap((given) => given.values.map((value): [string, string] => [given.name, value]));
}

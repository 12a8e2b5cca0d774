import { noFilters } from '../../../proto/report.ts';
import type { FilterName } from '../../../proto/report.ts';
import type { Question } from './reference-implementation.ts';

/** The values of the filters that are given. */
export function givenFilters(question: Pick<Question, FilterName>): Record<string, string[]> {
  const names = Object.keys(noFilters) as FilterName[];
  const given = names.filter((name) => question[name].length > 0);
  return Object.fromEntries(given.map((name) => [name, [question[name]].flat()]));
}

/** The same as parameters of a request. */
export function filterParameters(question: Pick<Question, FilterName>): [string, string][] {
  return Object.entries(givenFilters(question)).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
}

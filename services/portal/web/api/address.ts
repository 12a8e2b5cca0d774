import { chosenFiltersOf, comparisons, groups, measures, parametersOf } from './reports.ts';
import type { GroupBy, Measure, ReportName, ReportQuery } from './reports.ts';
import { isAhead, monthsBetween, rangeOf } from './dates.ts';
import type { Range } from './dates.ts';

/** Shows the query with these parts changed. */
export type Change = (part: Partial<ReportQuery>) => void;

/** The address of this query: the parameters of the API and the view, without those that are the default. */
export function explorerAddress(query: ReportQuery): string {
  const defaults = allParametersOf({ ...defaultQuery(query.report), by: groupOf(query) });
  // The default days change with the day, and a bookmark must not.
  const isNeeded = (name: string, value: string) => name.endsWith('Date') || defaults.get(name) !== value;
  const parameters = [...allParametersOf(query)].filter(([name, value]) => isNeeded(name, value));
  return `/portal/explorer?${new URLSearchParams([['report', query.report], ...parameters])}`;
}

/** The query of an address. Values that the API doesn't accept are left to its error message. */
export function explorerQuery(address: string): ReportQuery {
  const given = new URL(address, location.origin).searchParams;
  const defaults = defaultQuery(given.get('report') === 'timesheets' ? 'timesheets' : 'payments');
  const members = Object.entries(defaults).map(([member, other]) => {
    const name = member === 'statuses' ? 'scheduledPaymentStatuses' : member;
    if (member === 'report' || !given.has(name)) return [member, other];
    const value = given.get(name);
    return [member, Array.isArray(other) ? given.getAll(name) : typeof other === 'number' ? Number(value) : value];
  });
  const query = Object.fromEntries(members) as ReportQuery;
  const oneOf = <Name extends string>(names: readonly Name[], name: string) =>
    names.find((one) => one === given.get(name));
  return {
    ...query,
    by: oneOf(groups, 'by') ?? groupOf(query),
    measure: oneOf<Measure>(measures[query.report], 'measure') ?? defaults.measure,
    compare: oneOf(comparisons, 'compare') ?? defaults.compare,
  };
}

/** The query with these parts changed, from its first page on. Its chart follows the days unless another was chosen. */
export function changed(query: ReportQuery, part: Partial<ReportQuery>): ReportQuery {
  const next = { ...query, page: 1, ...part };
  return part.by === undefined && query.by === groupOf(query) ? { ...next, by: groupOf(next) } : next;
}

/** What a chart of these days is by: a single month would be a single bar. */
function groupOf(range: Range): GroupBy {
  return monthsBetween(range, { fromDate: range.toDate }) === 0 ? 'team' : 'month';
}

/** The other report of the same days, teams and contractors, in its own order. */
export function inReport(report: ReportName, query: ReportQuery): ReportQuery {
  const { fromDate, toDate, teamIds, contractorIds, by, compare } = query;
  return { ...defaultQuery(report), fromDate, toDate, teamIds, contractorIds, by, compare };
}

/** As its payments can be measured: unpaid ones by what is scheduled, payments of the days ahead without a comparison. */
export function measurable(query: ReportQuery): ReportQuery {
  const { report, statuses } = query;
  if (report !== 'payments') return query;
  if (isAhead(query)) return { ...query, measure: 'scheduled', compare: 'nothing' };
  return statuses.length > 0 && !statuses.includes('paid') ? { ...query, measure: 'scheduled' } : query;
}

/** This year of a team or a contractor. */
export function addressOfOne(filter: 'teamIds' | 'contractorIds', id: string): string {
  return explorerAddress(changed(defaultQuery('payments'), { ...rangeOf('This year'), [filter]: [id], by: 'month' }));
}

export function hasFilters({ statuses, teamIds, contractorIds, minAmount, maxAmount }: ReportQuery): boolean {
  return [statuses, teamIds, contractorIds, minAmount, maxAmount].some(({ length }) => length > 0);
}

/** The last month, in the report's own order: the last payments first. */
export function defaultQuery(report: ReportName): ReportQuery {
  const range = rangeOf('Last month');
  return {
    report,
    ...range,
    ...{ statuses: [], teamIds: [], contractorIds: [], minAmount: '', maxAmount: '' },
    ...(report === 'payments'
      ? { sortField: 'scheduledPaymentOn', sortOrder: 'desc' as const }
      : { sortField: 'contract', sortOrder: 'asc' as const }),
    ...{ page: 1, itemsPerPage: 25 },
    ...{ by: groupOf(range), measure: measures[report][0], compare: 'before' },
  };
}

function allParametersOf(query: ReportQuery): URLSearchParams {
  const { by, measure, compare } = query;
  return new URLSearchParams([
    ...parametersOf(query, chosenFiltersOf(query)),
    ...Object.entries({ by, measure, compare }),
  ]);
}

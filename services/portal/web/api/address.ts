import { chosenFiltersOf, comparisons, groups, measures, parametersOf } from './reports.ts';
import type { Comparison, Group, Measure, ReportName, ReportQuery, Status } from './reports.ts';
import { isAhead, monthsBetween, rangeOf } from './dates.ts';
import type { Range } from './dates.ts';

/** The address of this query: the parameters of the API and the view, without those that are the default. */
export function addressOf(query: ReportQuery): string {
  const defaults = allParametersOf({ ...defaultQuery(query.report), by: groupOf(query) });
  // The default days change with the day, and a bookmark must not.
  const isNeeded = (name: string, value: string) => name.endsWith('Date') || defaults.get(name) !== value;
  const parameters = [...allParametersOf(query)].filter(([name, value]) => isNeeded(name, value));
  return `/portal/explorer?${new URLSearchParams([['report', query.report], ...parameters])}`;
}

/** The query of an address. Values that the API doesn't accept are left to its error message. */
export function queryOf(address: string): ReportQuery {
  const given = new URL(address, location.origin).searchParams;
  const defaults = defaultQuery(given.get('report') === 'timesheets' ? 'timesheets' : 'payments');
  const textOf = (name: 'fromDate' | 'toDate' | 'minAmount' | 'maxAmount' | 'sortField') =>
    given.get(name) ?? defaults[name];
  const oneOf = <Name extends string>(name: 'by' | 'measure' | 'compare', names: readonly Name[], other: Name) =>
    names.find((value) => value === given.get(name)) ?? other;
  const range = { fromDate: textOf('fromDate'), toDate: textOf('toDate') };
  return {
    report: defaults.report,
    ...range,
    statuses: given.getAll('scheduledPaymentStatuses') as Status[],
    teamIds: given.getAll('teamIds'),
    contractorIds: given.getAll('contractorIds'),
    minAmount: textOf('minAmount'),
    maxAmount: textOf('maxAmount'),
    sortField: textOf('sortField'),
    sortOrder: (given.get('sortOrder') as ReportQuery['sortOrder'] | null) ?? defaults.sortOrder,
    page: Number(given.get('page') ?? defaults.page),
    itemsPerPage: Number(given.get('itemsPerPage') ?? defaults.itemsPerPage),
    by: oneOf<Group>('by', groups, groupOf(range)),
    measure: oneOf<Measure>('measure', measures[defaults.report], defaults.measure),
    compare: oneOf<Comparison>('compare', comparisons, defaults.compare),
  };
}

/** The query with these parts changed, from its first page on. Its chart follows the days unless another was chosen. */
export function changed(query: ReportQuery, part: Partial<ReportQuery>): ReportQuery {
  const next = { ...query, page: 1, ...part };
  return part.by === undefined && query.by === groupOf(query) ? { ...next, by: groupOf(next) } : next;
}

/** What a chart of these days is by: a single month would be a single bar. */
function groupOf(range: Range): Group {
  return monthsBetween(range, { fromDate: range.toDate }) === 0 ? 'team' : 'month';
}

/** The other report of the same days, teams and contractors, in its own order. */
export function inReport(report: ReportName, query: ReportQuery): ReportQuery {
  const { fromDate, toDate, teamIds, contractorIds, by, compare } = query;
  return { ...defaultQuery(report), fromDate, toDate, teamIds, contractorIds, by, compare };
}

/** As its payments can be measured: unpaid ones by what is scheduled, those of the days ahead without a comparison. */
export function measured(query: ReportQuery): ReportQuery {
  const { report, statuses } = query;
  if (report !== 'payments') return query;
  if (isAhead(query)) return { ...query, measure: 'scheduled', compare: 'nothing' };
  return statuses.length > 0 && !statuses.includes('paid') ? { ...query, measure: 'scheduled' } : query;
}

/** A year of a team or a contractor. */
export function addressOfOne(filter: 'teamIds' | 'contractorIds', id: string, year?: string): string {
  const range = year === undefined ? rangeOf('This year') : { fromDate: `${year}-01-01`, toDate: `${year}-12-31` };
  return addressOf(changed(defaultQuery('payments'), { ...range, [filter]: [id], by: 'month' }));
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

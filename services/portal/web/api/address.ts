import { chosenFiltersOf, comparisons, groups, measures, parametersOf } from './reports.ts';
import type { Comparison, Group, Measure, ReportName, ReportQuery, Status } from './reports.ts';
import { presets } from './dates.ts';

/** The explorer's address for this query: the parameters of the API and the view, without those that are the default. */
export function addressOf(query: ReportQuery): string {
  const defaults = allParametersOf(defaultQuery(query.report));
  // The default days change with the day, and a bookmark must not.
  const isNeeded = (name: string, value: string) => name.endsWith('Date') || defaults.get(name) !== value;
  const parameters = [...allParametersOf(query)].filter(([name, value]) => isNeeded(name, value));
  return `/portal/explorer?${new URLSearchParams([['report', query.report], ...parameters])}`;
}

/** The query of an address. Values that the API doesn't accept are left to its error message. */
export function queryOf(address: string): ReportQuery {
  const given = new URL(address, location.origin).searchParams;
  const defaults = defaultQuery(given.get('report') === 'timesheets' ? 'timesheets' : 'payments');
  const oneOf = <Name extends string>(name: 'by' | 'measure' | 'compare', names: readonly Name[]) =>
    names.find((value) => value === given.get(name)) ?? (defaults[name] as Name);
  return {
    report: defaults.report,
    fromDate: given.get('fromDate') ?? defaults.fromDate,
    toDate: given.get('toDate') ?? defaults.toDate,
    statuses: given.getAll('scheduledPaymentStatuses') as Status[],
    teamIds: given.getAll('teamIds'),
    contractorIds: given.getAll('contractorIds'),
    sortField: given.get('sortField') ?? defaults.sortField,
    sortOrder: (given.get('sortOrder') as ReportQuery['sortOrder'] | null) ?? defaults.sortOrder,
    page: Number(given.get('page') ?? defaults.page),
    itemsPerPage: Number(given.get('itemsPerPage') ?? defaults.itemsPerPage),
    by: oneOf<Group>('by', groups),
    measure: oneOf<Measure>('measure', measures[defaults.report]),
    compare: oneOf<Comparison>('compare', comparisons),
  };
}

/** The other report of the same days, teams and contractors, in its own order. */
export function inReport(report: ReportName, query: ReportQuery): ReportQuery {
  const { fromDate, toDate, teamIds, contractorIds, by, compare } = query;
  return { ...defaultQuery(report), fromDate, toDate, teamIds, contractorIds, by, compare };
}

/** The last twelve months, in the report's own order: the first payments are today's. */
export function defaultQuery(report: ReportName): ReportQuery {
  return {
    report,
    ...presets['Last 12 months'](new Date()),
    ...{ statuses: [], teamIds: [], contractorIds: [] },
    ...(report === 'payments'
      ? { sortField: 'scheduledPaymentOn', sortOrder: 'desc' as const }
      : { sortField: 'contract', sortOrder: 'asc' as const }),
    ...{ page: 1, itemsPerPage: 25 },
    ...{ by: 'month', measure: measures[report][0], compare: 'nothing' },
  };
}

function allParametersOf(query: ReportQuery): URLSearchParams {
  const { by, measure, compare } = query;
  return new URLSearchParams([
    ...parametersOf(query, chosenFiltersOf(query)),
    ...Object.entries({ by, measure, compare }),
  ]);
}

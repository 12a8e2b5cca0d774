import { parametersOf } from '../api/reports.ts';
import type { ReportName, ReportQuery, Status } from '../api/reports.ts';
import { presets } from '../filters/dates.ts';

/** The explorer's address for this query: the parameters of the API and the report, without those that are the default. */
export function addressOf(query: ReportQuery): string {
  const defaults = parametersOf(defaultQuery(query.report));
  // The default days change with the year, and a bookmark must not.
  const isNeeded = (name: string, value: string) => name.endsWith('Date') || defaults.get(name) !== value;
  const parameters = [...parametersOf(query)].filter(([name, value]) => isNeeded(name, value));
  return `/portal/explorer?${new URLSearchParams([['report', query.report], ...parameters])}`;
}

/** The query of an address. Values that the API doesn't accept are left to its error message. */
export function queryOf(address: string): ReportQuery {
  const given = new URL(address, location.origin).searchParams;
  const defaults = defaultQuery(given.get('report') === 'timesheets' ? 'timesheets' : 'payments');
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
  };
}

/** The other report of the same days, teams and contractors, in its own order. */
export function inReport(report: ReportName, { fromDate, toDate, teamIds, contractorIds }: ReportQuery): ReportQuery {
  return { ...defaultQuery(report), fromDate, toDate, teamIds, contractorIds };
}

/** This year, in the report's own order. */
function defaultQuery(report: ReportName): ReportQuery {
  return {
    report,
    ...presets['This year'](new Date()),
    ...{ statuses: [], teamIds: [], contractorIds: [] },
    ...(report === 'payments'
      ? { sortField: 'scheduledPaymentOn', sortOrder: 'desc' as const }
      : { sortField: 'contract', sortOrder: 'asc' as const }),
    ...{ page: 1, itemsPerPage: 25 },
  };
}

import { comparisonNames, groupNames, measureNames, parametersOf } from './reports.ts';
import type { GroupBy, ReportName, ReportQuery } from './reports.ts';
import { monthOf, rangeOf, today } from './dates.ts';
import type { Range } from './dates.ts';

/** Shows the query with these parts changed. */
export type Change = (part: Partial<ReportQuery>) => void;

/** The address of this query, without what is the default. */
export function explorerAddress(query: ReportQuery): string {
  const parameters = parametersOf(query);
  const defaults = parametersOf({ ...defaultQuery(query.report), by: groupOf(query) });
  for (const [name, value] of defaults) {
    // The default days change with the day, and a bookmark must not.
    if (name !== 'report' && !name.endsWith('Date')) parameters.delete(name, value);
  }
  return `/portal/explorer?${parameters}`;
}

/** The query of an address. Values that the API doesn't accept are left to its error message. */
export function explorerQuery(address: string): ReportQuery {
  const given = new URL(address, location.origin).searchParams;
  const report = given.get('report') === 'timesheets' ? 'timesheets' : 'payments';
  const defaults = defaultQuery(report);
  const { fromDate, toDate } = { ...defaults, ...Object.fromEntries(given) };
  const choices: Partial<Record<string, object>> = {
    ...{ report: { [report]: '' }, by: groupNames, measure: measureNames[report], compare: comparisonNames },
  };
  const members = Object.entries({ ...defaults, by: groupOf({ fromDate, toDate }) }).map(([name, other]) => {
    const [value, choice] = [given.get(name), choices[name]];
    if (value === null || (choice && !Object.hasOwn(choice, value))) return [name, other];
    return [name, Array.isArray(other) ? given.getAll(name) : typeof other === 'number' ? Number(value) : value];
  });
  return Object.fromEntries(members) as ReportQuery;
}

/** The query with these parts changed, from its first page on. Its chart follows the days unless another was chosen. */
export function changed(query: ReportQuery, part: Partial<ReportQuery>): ReportQuery {
  const next = { ...query, page: 1, ...part };
  return part.by === undefined && query.by === groupOf(query) ? { ...next, by: groupOf(next) } : next;
}

/** What a chart of these days is by: a single month would be a single bar. */
function groupOf(range: Range): GroupBy {
  return monthOf(range.fromDate) === monthOf(range.toDate) ? 'team' : 'month';
}

/** The other report of the same days, teams and contractors, in its own order. */
export function inReport(report: ReportName, query: ReportQuery): ReportQuery {
  const { fromDate, toDate, teamIds, contractorIds, by, compare } = query;
  return { ...defaultQuery(report), fromDate, toDate, teamIds, contractorIds, by, compare };
}

/** As its payments can be measured: unpaid ones by what is scheduled, payments of the days ahead without a comparison. */
export function measurable(query: ReportQuery): ReportQuery {
  const { report, fromDate, scheduledPaymentStatuses: statuses } = query;
  if (report !== 'payments') return query;
  if (fromDate >= today()) return { ...query, measure: 'scheduled', compare: 'nothing' };
  return statuses.length > 0 && !statuses.includes('paid') ? { ...query, measure: 'scheduled' } : query;
}

/** This year of a team or a contractor. */
export function addressOfOne(filter: 'teamIds' | 'contractorIds', id: string): string {
  return explorerAddress(changed(defaultQuery('payments'), { ...rangeOf('This year'), [filter]: [id], by: 'month' }));
}

export function hasFilters(query: ReportQuery): boolean {
  const { teamIds, contractorIds, scheduledPaymentStatuses, minAmount, maxAmount } = query;
  return [teamIds, contractorIds, scheduledPaymentStatuses, minAmount, maxAmount].some(({ length }) => length > 0);
}

/** The last month, in the report's own order: the last payments first. */
export function defaultQuery(report: ReportName): ReportQuery {
  const range = rangeOf('Last month');
  return {
    report,
    ...range,
    ...{ teamIds: [], contractorIds: [], scheduledPaymentStatuses: [], minAmount: '', maxAmount: '' },
    ...(report === 'payments'
      ? { sortField: 'scheduledPaymentOn', sortOrder: 'desc', measure: 'paid' }
      : { sortField: 'contract', sortOrder: 'asc', measure: 'entry' }),
    ...{ page: 1, itemsPerPage: 25 },
    ...{ by: groupOf(range), compare: 'before' },
  };
}

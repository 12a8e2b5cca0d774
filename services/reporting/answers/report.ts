import type pg from 'pg';
import { ApiError, validationError } from '../../../proto/errors.ts';
import type { ListRequest__Output } from '../../../proto/generated/clientreporting/reporting/ListRequest.ts';
import { valuesGiven } from '../../../proto/report.ts';
import type { FilterKind, Filters, GivenFilter, ReportDefinition } from '../../../proto/report.ts';
import { paymentStatuses } from '../../../proto/scheduled-payments.ts';
import { oneRow } from '../../../runtime/postgres/database.ts';
import { versionOf } from '../servers/data-version.ts';
import type { RowFormat } from '../sql/fields.ts';
import type { FilterSql, FiltersSql } from '../sql/filters.ts';
import { cachedPageStatement, pageStatement, totalsStatement } from '../sql/page.ts';
import type { PageParts } from '../sql/page.ts';
import { madeOnce, statement, valuesOf } from '../sql/statement.ts';
import type { Sql, Statement } from '../sql/statement.ts';

/** Of a request, what says which rows match, in which order, and the company of its access token. */
export type ReportRequest = Pick<ListRequest__Output, 'filters' | 'fromDate' | 'toDate'> &
  Partial<Pick<ListRequest__Output, 'sortField' | 'sortOrder'>> & { companyId: string };

/** The values of a report's filters, by the names of their parameters in SQL. Null lets all through. */
type FilterValues = { companyId: string; fromDate: string; toDate: string } & Record<string, string | string[] | null>;

/** `filters` are those that the request gives; statuses, which each statement has, are one where some are left out. */
export type Order<SortField = string> = { sortField: SortField; direction: 'asc' | 'desc'; filters: string[] };

/** How a report is read. */
export type ReportSql<Definition extends ReportDefinition = ReportDefinition> = {
  /** Of a report, or of its sums by some groups. */
  name: string;
  definition: Definition;
  /** How each filter of the definition is applied. */
  filters: FiltersSql<Definition['filters']>;
  /** Parameters that follow from the values of the filters, of which functions make JSON. */
  derivedValues(values: FilterValues, given: string[]): Record<string, unknown>;
  page(order: Order<Definition['sortFields'][number]>): PageParts;
  /** The rows of `page`, as a JSON array in its order. */
  results: Sql;
  /** All rows of a file. */
  rowsStatement(order: Order<Definition['sortFields'][number]>, format: RowFormat): Sql;
};

/** A report with its statements, each made once. */
export type Report = ReportSql & {
  pageStatement: (order: Order) => Statement;
  totalsStatement: (filters: string[]) => Statement;
  cachedPageStatement: Statement;
};

export function createReport<Definition extends ReportDefinition>(sql: ReportSql<Definition>): Report {
  const { name, definition, results } = sql;
  const { defaultSortField: sortField, defaultSortOrder: direction } = definition;
  return {
    ...sql,
    pageStatement: madeOnce((order) => statement(name, pageStatement(sql.page(order), results))),
    totalsStatement: madeOnce((filters) =>
      statement(`${name} totals`, totalsStatement(sql.page({ sortField, direction, filters }))),
    ),
    cachedPageStatement: statement(`${name} cached-page`, cachedPageStatement(results)),
  };
}

/** A request that was checked against its report. */
export type Query = {
  report: Report;
  order: Order;
  givenFilters: GivenFilter[];
  /** The values of all filters, as JSON. */
  filter: string;
  /** The values of all parameters except page parameters. */
  values: Pick<FilterValues, 'companyId' | 'fromDate' | 'toDate'> & Record<string, unknown>;
};

/**
 * @throws ApiError `validation_error` for a sort field that the report doesn't have; `service_unavailable` for a filter, which a gateway of
 * a later release may know
 */
export function queryOf(report: Report, request: ReportRequest): Query {
  const { definition } = report;
  const filters: Filters = definition.filters;
  const unknown = request.filters.find(({ name }) => !Object.hasOwn(filters, name));
  if (unknown) {
    const message = `The filter ${unknown.name} is not available yet: the service is being upgraded. Retry after the number of seconds in Retry-After.`;
    throw new ApiError('service_unavailable', { message });
  }
  const { sortField = definition.defaultSortField, sortOrder: direction = definition.defaultSortOrder } = request;
  if (!definition.sortFields.includes(sortField))
    throw validationError({ sortField: { message: 'is not a sort field of this report' } });
  const values = filterValues(filters, request);
  const given = Object.entries<FilterSql>(report.filters).flatMap(([name, filterSql]) => {
    const { length } = filterSql === 'in each statement' ? (values[name] ?? []) : valuesGiven(request.filters, name);
    return length > 0 && (filterSql !== 'in each statement' || length < paymentStatuses.length) ? name : [];
  });
  return {
    report,
    order: { sortField, direction, filters: given },
    givenFilters: request.filters,
    filter: JSON.stringify(values),
    values: { ...values, ...report.derivedValues(values, given) },
  };
}

function filterValues(filters: Filters, { filters: given, companyId, fromDate, toDate }: ReportRequest): FilterValues {
  const values = Object.entries(filters).map(([name, { kind }]) => [name, valueOfKind[kind](valuesGiven(given, name))]);
  return { companyId, fromDate, toDate, ...(Object.fromEntries(values) as Record<string, string | string[] | null>) };
}

const listOrNull = (values: string[]) => (values.length > 0 ? values : null);

/** What SQL has of the values that are given, of none, too. */
const valueOfKind: Record<FilterKind, (values: string[]) => string | string[] | null> = {
  ids: listOrNull,
  // Each once.
  paymentStatuses: (values) => listOrNull([...new Set(values)]) ?? [...paymentStatuses],
  amount: ([value = null]) => value,
};

/** How many rows match, their statistics as JSON, and the version of the data that they are of. */
export type Totals = { version: string; totalCount: number; statistics: string };

/** Runs a statement of one snapshot. */
type Run = <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => Promise<Row[]>;

export async function readTotals({ report, order, values }: Query, run: Run): Promise<Totals> {
  const statement = report.totalsStatement(order.filters);
  type Row = Omit<Totals, 'version'> & { stripes: string };
  const { stripes, ...totals } = oneRow(await run<Row>(statement, valuesOf(statement, values)));
  return { ...totals, version: versionOf(stripes) };
}

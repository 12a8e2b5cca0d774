import { hash } from 'node:crypto';
import type { contractFilters } from '../../../proto/contract-fields.ts';
import { ApiError, validationError } from '../../../proto/errors.ts';
import type { ListRequest__Output } from '../../../proto/generated/clientreporting/reporting/ListRequest.ts';
import { valuesGiven, valuesOfKind } from '../../../proto/report.ts';
import type { Filters, ReportDefinition } from '../../../proto/report.ts';
import type { RowFormat } from '../sql/fields.ts';
import { cachedPageStatement, pageStatement, totalsStatement } from '../sql/page.ts';
import type { PageParts } from '../sql/page.ts';
import type { FiltersSql } from '../sql/filters.ts';
import { statement } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import type { Conditions } from '../servers/data-version.ts';
import type { Sql } from '../sql/statement.ts';

/** What a request asks for, and the company of its access token. */
export type ReportRequest = Omit<
  ListRequest__Output,
  'report' | 'groupBy' | 'page' | 'itemsPerPage' | keyof Conditions
> & {
  companyId: string;
};

/** Of a request, what says which rows match. */
export type FilterRequest = Omit<ReportRequest, 'sortField' | 'sortOrder'>;

export type PageRequest = ReportRequest & Conditions & Pick<ListRequest__Output, 'page' | 'itemsPerPage'>;

/** The values of a report's filters, by the names of their parameters in SQL. Null lets all through. */
export type FilterValues<Of extends Filters = ContractFilters> = {
  companyId: string;
  fromDate: string;
  toDate: string;
} & { [Name in keyof Of]: ((typeof valuesOfKind)[Of[Name]['kind']] extends 'one' ? string : string[]) | null };

export type ContractFilters = typeof contractFilters;

/** A report in SQL. */
export type Report<SortField extends string = string, Of extends Filters = ContractFilters> = {
  /** Of a report, or of its sums by some groups. */
  name: string;
  definition: ReportDefinition<SortField> & { filters: Of };
  filters: FiltersSql<Of>;
  filterValues: (request: FilterRequest) => FilterValues<Of>;
  /** Parameters that follow from the values of the filters. */
  derivedValues(values: FilterValues<Of>): Record<string, unknown>;
  page(order: Order<SortField>): PageParts;
  /** The rows of `page`, as a JSON array in its order. */
  results: Sql;
  /** All rows of a file. */
  rowsStatement(order: Order<SortField>, format: RowFormat): Sql;
};

/** How the rows that changed are found. Each is of the report's keys, as `id`. */
export type ChangedRows = {
  /** That the others read. */
  ctes: (filters: string[]) => Sql[];
  /** Selects those that match, after `:afterKey`. */
  all: (filters: string[]) => Sql;
  /** Selects those that the keys of `:payments`, `:contracts`, `:people`, `:teams` and `:days` concern, after `:afterKey`. */
  touched: Sql;
  /** Selects those of `touched` that match. */
  matching: (filters: string[]) => Sql;
  /** The rows of `page`, as a JSON array in its order. */
  rows: Sql;
};

/** `filters` are those that the request gives, but for statuses, which each statement has. */
export type Order<SortField = string> = { sortField: SortField; direction: 'asc' | 'desc'; filters: string[] };

/** `results` and `statistics` are JSON; null where there is no row. `batchIds` is null of a page that is alone in its batch. */
export type PageRow = {
  version: string;
  totalCount: number;
  results: string | null;
  statistics: string;
  batchIds: string | null;
};

export function filterValues<Of extends Filters>(filters: Of, request: FilterRequest): FilterValues<Of> {
  const { companyId, fromDate, toDate } = request;
  const values = Object.entries(filters).map(([name, { kind }]) => {
    const given = valuesGiven(request.filters, name);
    return [name, given.length === 0 ? null : valuesOfKind[kind] === 'one' ? given[0] : given];
  });
  return { companyId, fromDate, toDate, ...(Object.fromEntries(values) as object) } as FilterValues<Of>;
}

/**
 * @throws ApiError `validation_error` for a sort field that the report doesn't have; `service_unavailable` for a filter, which a gateway of
 * a later release may know
 */
export function orderOf({ definition }: Report, request: ReportRequest): Order {
  const filters: Filters = definition.filters;
  const unknown = request.filters.find(({ name }) => !Object.hasOwn(filters, name));
  if (unknown) {
    const message = `The filter ${unknown.name} is not available yet: the service is being upgraded. Retry after the number of seconds in Retry-After.`;
    throw new ApiError('service_unavailable', { message });
  }
  const sortField = definition.sortFields.find((known) => known === request.sortField);
  if (sortField === undefined) throw validationError({ sortField: { message: 'is not a sort field of this report' } });
  const given = Object.keys(filters).filter(
    (name) => filters[name]?.kind !== 'statuses' && valuesGiven(request.filters, name).length > 0,
  );
  return { sortField, direction: request.sortOrder, filters: given };
}

/** The parameters of a report's statements, but for those of the page. */
export function valuesFor(report: Report, request: ReportRequest): FilterValues {
  const values = report.filterValues(request);
  return { ...values, ...report.derivedValues(values) };
}

/** The statement of a page. Postgres tells prepared statements apart by the first 63 bytes of their names. */
export function pageStatementOf(report: Report, order: Order): Statement {
  const text = pageStatement(report.page(order), report.results);
  return statement([report.name, hash('md5', text).slice(0, 6)].join(' '), text);
}

export function totalsStatementOf(report: Report, filters: string[]): Statement {
  const { defaultSortField: sortField, defaultSortOrder: direction } = report.definition;
  const text = totalsStatement(report.page({ sortField, direction, filters }));
  return statement([report.name, 'totals', hash('md5', text).slice(0, 6)].join(' '), text);
}

export function cachedPageStatementOf(report: Report): Statement {
  return statement(`${report.name} cached-page`, cachedPageStatement(report.results));
}

import { validationError } from '../../../proto/errors.ts';
import type { ListRequest__Output } from '../../../proto/generated/clientreporting/reporting/ListRequest.ts';
import type { ReportDefinition } from '../../../proto/report.ts';

/** What a request asks for, and the company of its access token. */
export type ReportRequest = Omit<ListRequest__Output, 'page' | 'itemsPerPage' | keyof Conditions> & {
  companyId: string;
};

/** What the caller knows of the data. */
export type Conditions = Pick<ListRequest__Output, 'ifMatch' | 'ifNoneMatch' | 'leastVersion'>;

export type PageRequest = ReportRequest & Conditions & Pick<ListRequest__Output, 'page' | 'itemsPerPage'>;

/** The values of a report's filters, by the names of their parameters in SQL. Null lets all through. */
export type FilterValues = {
  companyId: string;
  fromDate: string;
  toDate: string;
  teamIds: string[] | null;
  contractorIds: string[] | null;
};

/** A report in SQL. `filtered` statements are for requests that name teams or contractors. */
export type Report<SortField extends string = string> = {
  definition: ReportDefinition<SortField>;
  filterValues: (request: ReportRequest) => FilterValues;
  /** The parameters that cut the date range into what the statements read, each as JSON. */
  dateSegments: (range: { fromDate: string; toDate: string }) => Record<string, string>;
  /**
   * One page. It takes also `positionValues`, and `cachedVersion` and `cachedCount`: the version of the data whose totals are
   * cached, and their count, or null. It yields one `PageRow`.
   */
  pageStatement(order: Order<SortField>): string;
  countStatement: (filtered: boolean) => string;
  /** All rows, with a column for each field. */
  rowsStatement(order: Order<SortField>): string;
};

export type Order<SortField = string> = { sortField: SortField; direction: 'asc' | 'desc'; filtered: boolean };

/**
 * `results` and `statistics` are JSON. No results are null, and so are statistics that are cached. With the statistics come two
 * days that nothing of the company is before or after, null where it has nothing.
 */
export type PageRow = {
  version: string;
  totalCount: number;
  results: string | null;
  statistics: string | null;
  firstDay: string | null;
  lastDay: string | null;
  batchIds: string | null;
};

export function filterValues({ companyId, fromDate, toDate, teamIds, contractorIds }: ReportRequest): FilterValues {
  return { companyId, fromDate, toDate, teamIds: orAll(teamIds), contractorIds: orAll(contractorIds) };
}

function orAll(ids: string[]): string[] | null {
  return ids.length > 0 ? ids : null;
}

/** @throws ApiError `validation_error` for a sort field that the report doesn't have */
export function orderOf({ definition }: Report, request: ReportRequest): Order {
  const { teamIds, contractorIds, sortOrder: direction } = request;
  const sortField = definition.sortFields.find((known) => known === request.sortField);
  if (sortField === undefined) throw validationError({ sortField: { message: 'is not a sort field of this report' } });
  return { sortField, direction, filtered: teamIds.length > 0 || contractorIds.length > 0 };
}

export function statementName({ definition }: Report, { sortField, direction, filtered }: Order): string {
  return `${definition.name}-${sortField}-${direction}${filtered ? '-filtered' : ''}`;
}

/** The values of a report's filters, by the names of their parameters in SQL. Null lets all through. */
export type FilterValues = {
  companyId: string;
  fromDate: string;
  toDate: string;
  teamIds: string[] | null;
  contractorIds: string[] | null;
};

/**
 * One page of a report. Its statement takes the filters, `dateSegments`, `page` and `itemsPerPage`, and `cachedVersion` and
 * `cachedCount`: the version of the data whose totals are cached, and their count, or null. It yields one `ReportRow`.
 */
export type ReportQuery<Filters extends FilterValues = FilterValues> = {
  report: string;
  /** The statement's, one for each report, order and kind of filter. */
  name: string;
  text: () => string;
  filters: Filters;
  /** The segments of the date range that the statement reads, as JSON. */
  dateSegments: () => string;
  page: number;
  itemsPerPage: number;
  /** The etags of answers that the caller has. */
  ifNoneMatch: string[];
};

/** `results` and `statistics` are JSON. No results are null, and so are statistics that are cached. */
export type ReportRow = { version: string; totalCount: number; results: string | null; statistics: string | null };

/** What has a list of ids filters by it; an empty list does not. */
export function filterValues(request: {
  companyId: string;
  fromDate: string;
  toDate: string;
  teamIds: string[];
  contractorIds: string[];
}): FilterValues {
  const { companyId, fromDate, toDate, teamIds, contractorIds } = request;
  return { companyId, fromDate, toDate, teamIds: orAll(teamIds), contractorIds: orAll(contractorIds) };
}

function orAll(ids: string[]): string[] | null {
  return ids.length > 0 ? ids : null;
}

/** Whether only some of the company's contracts are asked for, for which statements differ. */
export function filtersContracts({ teamIds, contractorIds }: { teamIds: string[]; contractorIds: string[] }): boolean {
  return teamIds.length > 0 || contractorIds.length > 0;
}

import type { Pagination__Output } from '../../proto/generated/clientreporting/reporting/Pagination.ts';

export function paginationOf(
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
  totalCount: number,
): Pagination__Output {
  return { currentPage: page, itemsPerPage, pagesCount: Math.ceil(totalCount / itemsPerPage), totalCount };
}

/** A filter's values as a statement takes them: null lets everything through. */
export function filterOf(values: string[]): string[] | null {
  return values.length === 0 ? null : values;
}

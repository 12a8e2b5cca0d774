export type UsualQuestion = { fromDate: string; toDate: string; page: number; itemsPerPage: number };

export function paginationOf({ page, itemsPerPage }: UsualQuestion, totalCount: number) {
  return { currentPage: page, itemsPerPage, pagesCount: Math.ceil(totalCount / itemsPerPage), totalCount };
}

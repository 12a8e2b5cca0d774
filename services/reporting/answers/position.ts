const batchRows = 1_000;

/**
 * Where a page is: in which batch of rows, how many rows stand before the batch and how many are in it, and how many of the batch stand
 * before the page. The first page is often the only one that is read, so it is a batch of its own.
 */
export function positionOf({ page, itemsPerPage }: { page: number; itemsPerPage: number }) {
  const pages = Math.floor(batchRows / itemsPerPage);
  const batch = Math.floor((page - 1) / pages);
  return {
    batch,
    batchOffset: batch * pages * itemsPerPage,
    batchSize: page === 1 ? itemsPerPage : pages * itemsPerPage,
    pageOffset: ((page - 1) % pages) * itemsPerPage,
    itemsPerPage,
  };
}

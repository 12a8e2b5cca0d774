/** How many rows stand before the page. */
export const offset = '((:page::bigint - 1) * :itemsPerPage)';

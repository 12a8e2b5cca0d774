import type { Pagination, ReportQuery } from '../api/reports.ts';
import { number } from '../parts/formats.ts';

type PagerProps = { pagination: Pagination; query: ReportQuery; setQuery: (query: ReportQuery) => void };

export function Pager({
  pagination: { currentPage, itemsPerPage, pagesCount, totalCount },
  query,
  setQuery,
}: PagerProps) {
  const first = (currentPage - 1) * itemsPerPage + 1;
  const last = Math.min(currentPage * itemsPerPage, totalCount);
  return (
    <nav class="pager" aria-label="Pages">
      <p aria-live="polite">
        {first > last ? `${number(totalCount)} rows` : `${number(first)} – ${number(last)} of ${number(totalCount)}`}
      </p>
      <label>
        Rows
        <select
          value={query.itemsPerPage}
          onChange={(event) => setQuery({ ...query, itemsPerPage: Number(event.currentTarget.value), page: 1 })}
        >
          {[10, 25, 50, 100].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <div class="row">
        <button type="button" disabled={currentPage <= 1} onClick={() => setQuery({ ...query, page: currentPage - 1 })}>
          Previous
        </button>
        <span class="fine">
          Page {number(currentPage)} of {number(Math.max(1, pagesCount))}
        </span>
        <button
          type="button"
          disabled={currentPage >= pagesCount}
          onClick={() => setQuery({ ...query, page: currentPage + 1 })}
        >
          Next
        </button>
      </div>
    </nav>
  );
}

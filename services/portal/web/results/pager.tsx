import type { Change } from '../api/address.ts';
import type { Pagination } from '../api/reports.ts';
import { Select } from '../filters/choice.tsx';
import { number } from '../parts/formats.ts';

type PagerProps = { pagination: Pagination; change: Change };

/** Which rows are shown, and the way to the others. */
export function Pager({ pagination: { currentPage, itemsPerPage, pagesCount, totalCount }, change }: PagerProps) {
  const first = (currentPage - 1) * itemsPerPage + 1;
  const turnTo = (page: number) => {
    change({ page });
    document.querySelector('.rows')?.scrollIntoView();
  };
  const last = Math.min(currentPage * itemsPerPage, totalCount);
  return (
    <nav class="row pager" aria-label="Pages">
      <p class="fine" aria-live="polite">
        {first > last ? `${number(totalCount)} rows` : `${number(first)} – ${number(last)} of ${number(totalCount)}`}
      </p>
      <Select
        label="Rows"
        names={{ 10: '10', 25: '25', 50: '50', 100: '100' }}
        chosen={String(itemsPerPage)}
        choose={(count) => change({ itemsPerPage: Number(count) })}
      />
      <div class="row">
        <button type="button" disabled={currentPage <= 1} onClick={() => turnTo(currentPage - 1)}>
          Previous
        </button>
        <span class="fine">
          Page {number(currentPage)} of {number(Math.max(1, pagesCount))}
        </span>
        <button type="button" disabled={currentPage >= pagesCount} onClick={() => turnTo(currentPage + 1)}>
          Next
        </button>
      </div>
    </nav>
  );
}

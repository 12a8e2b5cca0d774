import { reportPath } from '../../../gateway/paths.ts';
import type { reports } from '../../../proto/reports.ts';
import { benchSpan } from './data.ts';

type Span = { fromDate: string; toDate: string };

/** The path of a request. Its parameters may repeat: `{ teamIds: ['a', 'b'] }`. */
export function pathOf(
  report: keyof typeof reports,
  span: Span,
  parameters: Record<string, string | string[]> = {},
): string {
  const query = new URLSearchParams({ ...span });
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of [value].flat()) query.append(name, each);
  }
  return `${reportPath(report, 'list')}?${query.toString()}`;
}

/** All data, the same request every time. */
export const wholeSpan = () => benchSpan;

let wideSpans = 0;

/**
 * All data, but never the same range twice, so that neither an answer nor totals are cached. Like the whole span it is of
 * whole years, so that caching is the only difference.
 */
export function uncachedSpan(): Span {
  const n = wideSpans++;
  return { fromDate: `${2_023 - (n % 1_000)}-01-01`, toDate: `${2_026 + Math.floor(n / 1_000)}-12-31` };
}

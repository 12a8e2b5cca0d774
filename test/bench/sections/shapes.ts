import { startProduct, unlimited } from '../../support/programs/product.ts';
import { sendRequest } from '../send-request.ts';
import { report as show } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { tokenOf } from '../../support/fixtures.ts';
import { pathOf } from '../data/requests.ts';
import { pageAt, shapeQueries } from '../../support/reports/shape-queries.ts';
import { shapes } from '../../support/reports/shapes-data.ts';
import { median } from '../summary.ts';

const [slowMs, tooSlowMs] = [25, 100];

/** First answers about companies of unusual shapes: the median of five of each kind in each order, one at a time. */
export async function measureShapes({ databases, quick }: Bench): Promise<Figure[]> {
  const databaseUrl = await databases.shapes();
  const product = await startProduct({ ...unlimited, LOG_LEVEL: 'warn' }, databaseUrl);
  const measured: { query: string; p50Ms: number }[] = [];
  for (const { id } of shapes) {
    const token = await tokenOf(product.url, id);
    const itemsPerPage = 10;
    for (const { report, kind, sortField, sortOrder, page, parameters } of shapeQueries(id)) {
      const times: number[] = [];
      let pages = 0;
      for (let n = 0; n < (quick ? 1 : 5); n++) {
        const { fromDate, toDate, ...others } = parameters();
        const span = { fromDate, toDate };
        const order = { sortField, sortOrder, itemsPerPage: `${itemsPerPage}` };
        if (page > 0 && pages === 0) {
          const { answer } = await sendRequest(product.url, token, pathOf(report, span, order));
          pages = (answer as { pagination: { pagesCount: number } }).pagination.pagesCount;
        }
        const requestPath = pathOf(report, parameters(), { ...others, ...order, page: `${pageAt(page, pages)}` });
        times.push((await sendRequest(product.url, token, requestPath)).milliseconds);
      }
      measured.push({ query: `${id}: ${report} by ${sortField} ${sortOrder}, ${kind}`, p50Ms: median(times) });
    }
  }
  await product.stop();
  const slowest = measured.toSorted((a, b) => b.p50Ms - a.p50Ms);
  for (const { query, p50Ms } of slowest.slice(0, 25)) show(`  ${p50Ms.toFixed(1)} ms  ${query}`);
  const share = (limitMs: number) => measured.filter(({ p50Ms }) => p50Ms > limitMs).length / measured.length;
  const all = `shapes, ${measured.length} questions, p50`;
  return [
    {
      figure: `${all}: the worst, ${slowest[0]?.query}`,
      target: { atMost: tooSlowMs },
      measured: slowest[0]?.p50Ms ?? NaN,
      unit: 'ms',
    },
    { figure: `${all}: share over ${tooSlowMs} ms`, target: { atMost: 0 }, measured: share(tooSlowMs), unit: '' },
    { figure: `${all}: share over ${slowMs} ms`, target: { atMost: 0.05 }, measured: share(slowMs), unit: '' },
    { figure: `${all}: the median`, measured: median(measured.map(({ p50Ms }) => p50Ms)), unit: 'ms' },
  ];
}

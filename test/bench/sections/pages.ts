import { sendRequest } from '../send-request.ts';
import { million } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { benchCompanies } from '../data/data.ts';
import { requestsPerSecond } from '../load.ts';
import { pathOf, uncachedSpan, wholeSpan } from '../data/requests.ts';
import { median } from '../summary.ts';

/** The first page of both reports at every size of company, a page far in, and a page of 100. */
export async function measurePages({ product: { url }, tokenOf, quick, seconds }: Bench): Promise<Figure[]> {
  const token = await tokenOf(million);
  const rate = (path: () => string, as = token) => requestsPerSecond({ url, token: as, path }, seconds);
  const figures: Figure[] = [];
  // Node compiles meanwhile.
  await rate(() => pathOf('scheduled-payments', uncachedSpan()));
  for (const report of ['scheduled-payments', 'timesheets'] as const) {
    for (const { id } of benchCompanies) {
      for (const [kind, span] of Object.entries({ cached: wholeSpan, uncached: uncachedSpan })) {
        const measured = await rate(() => pathOf(report, span()), await tokenOf(id));
        figures.push({ figure: `${report} at ${id.slice(1)}, ${kind}`, measured, unit: 'requests/s' });
      }
    }
  }
  const farIn = () => pathOf('scheduled-payments', uncachedSpan(), { page: '50000' });
  const latencies: number[] = [];
  // The first two don't count.
  for (let n = -2; n < (quick ? 10 : 30); n++) {
    const { milliseconds } = await sendRequest(url, token, farIn());
    if (n >= 0) latencies.push(milliseconds);
  }
  const ratio = async (span: typeof wholeSpan) => {
    const ofSize = (itemsPerPage: string) => rate(() => pathOf('scheduled-payments', span(), { itemsPerPage }));
    const of10 = await ofSize('10');
    return (await ofSize('100')) / of10;
  };
  return [
    ...figures,
    {
      figure: 'payments page 50,000 at 1m, uncached, p50',
      target: { atMost: 25 },
      measured: median(latencies),
      unit: 'ms',
    },
    {
      figure: 'payments 100 items a page to 10 at 1m',
      target: { atLeast: 0.5 },
      measured: await ratio(wholeSpan),
      unit: '',
    },
    { figure: 'payments 100 items a page to 10 at 1m, uncached', measured: await ratio(uncachedSpan), unit: '' },
  ];
}

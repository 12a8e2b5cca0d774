import { million } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { askInTurn } from '../ask.ts';
import { load } from '../load.ts';
import { pathOf, uncachedSpan, wholeSpan } from '../data/requests.ts';

/** A page far in, and a page of 100. */
export async function measurePages({ contenders, options: { quick, seconds } }: Bench): Promise<Figure[]> {
  const token = await contenders.tokenOf(million);
  const { url } = contenders.product;
  const farIn = () => pathOf('payments', uncachedSpan(), { page: '50000' });
  const { p50Ms } = await askInTurn(url, token, quick ? 10 : 30, farIn);
  const rate = async (itemsPerPage: string, span: typeof wholeSpan) =>
    (await load({ url, token, path: () => pathOf('payments', span(), { itemsPerPage }) }, seconds)).requestsPerSecond;
  const ratio = async (span: typeof wholeSpan) => {
    const of10 = await rate('10', span);
    return (await rate('100', span)) / of10;
  };
  return [
    { figure: 'payments page 50,000 at 1m, uncached, p50', target: { atMost: 25 }, measured: p50Ms, unit: 'ms' },
    {
      figure: 'payments 100 items a page to 10 at 1m',
      target: { atLeast: 0.5 },
      measured: await ratio(wholeSpan),
      unit: '',
    },
    { figure: 'payments 100 items a page to 10 at 1m, uncached', measured: await ratio(uncachedSpan), unit: '' },
  ];
}

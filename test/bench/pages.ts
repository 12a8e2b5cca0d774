import { million } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import { askInTurn } from './ask.ts';
import { load } from './load.ts';
import { neverAskedSpan, pathOf, wholeSpan } from './questions.ts';

/** A page far in, and a page of 100. */
export async function measurePages({ contenders, options: { quick, seconds } }: Bench): Promise<Measured> {
  const token = await contenders.tokenOf(million);
  const { url } = contenders.product;
  const farIn = await askInTurn(url, token, quick ? 10 : 30, () =>
    pathOf('payments', neverAskedSpan(), { page: '50000' }),
  );
  const measure = (itemsPerPage: string, span: typeof wholeSpan) =>
    load({ url, token, path: () => pathOf('payments', span(), { itemsPerPage }) }, seconds);
  const again = { of10: await measure('10', wholeSpan), of100: await measure('100', wholeSpan) };
  const anew = { of10: await measure('10', neverAskedSpan), of100: await measure('100', neverAskedSpan) };
  const ratio = ({ of10, of100 }: typeof again) => of100.requestsPerSecond / of10.requestsPerSecond;
  return {
    figures: [
      {
        figure: 'payments page 50,000 at 1m, nothing remembered, p50',
        target: { atMost: 25 },
        measured: farIn.p50Ms,
        unit: 'ms',
      },
      { figure: 'payments 100 items a page to 10 at 1m', target: { atLeast: 0.5 }, measured: ratio(again), unit: '' },
      { figure: 'payments 100 items a page to 10 at 1m, nothing remembered', measured: ratio(anew), unit: '' },
    ],
    raw: { farIn, again, anew },
  };
}

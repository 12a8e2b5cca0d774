import { equal } from 'node:assert/strict';
import { withClient } from '../../support/postgres/database.ts';
import { million } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { ask } from '../ask.ts';
import { pathOf, wholeSpan } from '../data/requests.ts';
import { summaryOf } from '../summary.ts';

type Answer = { statistics: { totalScheduledPaymentsPaidAmount: number } };

/** The first request after a payment of the company changed, which invalidates all that is cached. */
export async function measureAfterWrite({ contenders, databases }: Bench): Promise<Figure[]> {
  const token = await contenders.tokenOf(million);
  const latencies: number[] = [];
  let before: number | undefined;
  await withClient(databases.product, async (writer) => {
    for (let n = 0; n < 32; n++) {
      await writer.query(
        `update reporting.scheduled_payments set paid_amount = paid_amount + 1 where company_id = $1 and id = $2`,
        [million, `${million}-payment-${1 + n * 31_007}`],
      );
      const { answer, milliseconds } = await ask(contenders.product.url, token, pathOf('payments', wholeSpan()));
      const paid = (answer as Answer).statistics.totalScheduledPaymentsPaidAmount;
      if (before !== undefined) equal(Math.round((paid - before) * 100), 100, 'the answer is as new as the data');
      before = paid;
      if (n >= 2) latencies.push(milliseconds);
    }
  });
  const figure = { figure: 'payments first request after a write at 1m, p50', target: { atMost: 15 } };
  return [{ ...figure, measured: summaryOf(latencies).p50Ms, unit: 'ms' }];
}

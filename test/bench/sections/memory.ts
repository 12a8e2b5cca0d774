import { memoryOf } from '../../support/programs/processes.ts';
import { million } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { load } from '../load.ts';
import { pathOf, uncachedSpan, wholeSpan } from '../data/requests.ts';
import { median } from '../summary.ts';

/** Memory each second under load. Half of the requests are new, so that the caches fill. */
export async function measureMemory({ contenders, options: { quick } }: Bench): Promise<Figure[]> {
  const { product, tokenOf } = contenders;
  const samples = { gateway: [] as number[], reporting: [] as number[] };
  const sample = async () => {
    samples.gateway.push(await memoryOf(product.gateway.process.pid));
    samples.reporting.push(await memoryOf(product.reporting.process.pid));
  };
  let n = 0;
  const path = () => pathOf(n++ % 4 < 2 ? 'payments' : 'timesheets', n % 2 === 0 ? wholeSpan() : uncachedSpan());
  const sampling = setInterval(() => void sample(), 1_000);
  await load({ url: product.url, token: await tokenOf(million), path }, quick ? 10 : 60);
  clearInterval(sampling);
  return Object.entries(samples).flatMap(([program, megabytes]) => figuresOf(program, megabytes));
}

function figuresOf(program: string, samples: number[]): Figure[] {
  const quarter = Math.floor(samples.length / 4);
  const growth = median(samples.slice(-quarter)) / median(samples.slice(quarter, 2 * quarter));
  const [figure, over] = [`memory of ${program}`, `over ${samples.length} s`];
  return [
    { figure: `${figure}, highest ${over}`, target: { atMost: 200 }, measured: Math.max(...samples), unit: 'MB' },
    { figure: `${figure}, last quarter to second ${over}`, target: { atMost: 1.1 }, measured: growth, unit: '' },
  ];
}

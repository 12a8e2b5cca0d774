import { million } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import type { Figure } from './figures.ts';
import { load } from './load.ts';
import { memoryOf } from './memory-of.ts';
import { neverAskedSpan, pathOf, wholeSpan } from './questions.ts';
import { median } from './summary.ts';

/** Memory each second under load. Half of the questions are new, so that what is remembered grows to its bound. */
export async function measureMemory({ contenders, options: { quick } }: Bench): Promise<Measured> {
  const { gateway, reporting, auth, url } = contenders.product;
  const samples = { gateway: [] as number[], reporting: [] as number[], auth: [] as number[] };
  const sample = async () => {
    samples.gateway.push(await memoryOf(gateway.process.pid ?? 0, 'VmRSS'));
    samples.reporting.push(await memoryOf(reporting.process.pid ?? 0, 'VmRSS'));
    samples.auth.push(await memoryOf(auth.process.pid ?? 0, 'VmRSS'));
  };
  const paths = [
    () => pathOf('payments', wholeSpan()),
    () => pathOf('payments', neverAskedSpan()),
    () => pathOf('timesheets', wholeSpan()),
    () => pathOf('timesheets', neverAskedSpan()),
  ];
  let n = 0;
  const path = () => (paths[n++ % paths.length] ?? wholePath)();
  const sampling = setInterval(() => void sample(), 1_000);
  const result = await load({ url, token: await contenders.tokenOf(million), path }, quick ? 10 : 60);
  clearInterval(sampling);
  return {
    figures: [...figuresOf('gateway', samples.gateway), ...figuresOf('reporting', samples.reporting)],
    raw: { samples, result },
  };
}

const wholePath = () => pathOf('payments', wholeSpan());

function figuresOf(program: string, samples: number[]): Figure[] {
  const quarter = Math.floor(samples.length / 4);
  const growth = median(samples.slice(-quarter)) / median(samples.slice(quarter, 2 * quarter));
  const over = `over ${samples.length} s`;
  return [
    {
      figure: `memory of ${program} under load, highest ${over}`,
      target: { atMost: 200 },
      measured: Math.max(...samples),
      unit: 'MB',
    },
    {
      figure: `memory of ${program}, last quarter to second ${over}`,
      target: { atMost: 1.1 },
      measured: growth,
      unit: '',
    },
  ];
}

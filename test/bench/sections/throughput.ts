import { million, report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { requireSameAnswer } from '../contenders.ts';
import { benchCompanies } from '../data/data.ts';
import { load, loadSlow } from '../load.ts';
import type { LoadResult } from '../load.ts';
import { pathOf, uncachedSpan, wholeSpan } from '../data/requests.ts';
import type { ReportName } from '../../support/reports/shape-questions.ts';

type Contender = 'product' | 'product, uncached' | 'tuned stack';

/** The tuned stack has the payments alone. */
const contendersOf: Record<ReportName, Contender[]> = {
  payments: ['product', 'product, uncached', 'tuned stack'],
  timesheets: ['product', 'product, uncached'],
};

/** A request that takes longer alone is measured by a number of requests instead of by time. */
export const slowMs = 50;

/** The first page of 10 over the whole span, at every size of company, by every contender in turn. */
export async function measureThroughput(bench: Bench, name: ReportName): Promise<Figure[]> {
  const rates = new Map<string, number>();
  // The first company is not measured while Node still compiles.
  for (const contender of contendersOf[name]) await measure(bench, name, 'c1k', contender, warmUpSeconds);
  for (const { id } of benchCompanies) {
    for (const contender of contendersOf[name]) {
      const { requestsPerSecond, p50Ms, p99Ms } = await measure(bench, name, id, contender, bench.options.seconds);
      report(`  ${id} ${contender}: ${requestsPerSecond.toFixed(1)} requests/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`);
      rates.set(`${id} ${contender}`, requestsPerSecond);
    }
  }
  return figuresOf(name, (id, contender) => rates.get(`${id} ${contender}`) ?? NaN);
}

const warmUpSeconds = 10;

async function measure(
  { contenders }: Bench,
  name: ReportName,
  companyId: string,
  contender: Contender,
  seconds: number,
): Promise<LoadResult> {
  const token = await contenders.tokenOf(companyId);
  const path = () => pathOf(name, contender === 'product, uncached' ? uncachedSpan() : wholeSpan());
  if (contender !== 'tuned stack') return load({ url: contenders.product.url, token, path }, seconds);
  await requireSameAnswer(contenders, token, pathOf(name, wholeSpan(), { page: '2' }));
  const milliseconds = await requireSameAnswer(contenders, token, path());
  const target = { url: contenders.tunedUrl, token, path };
  return milliseconds > slowMs ? loadSlow(target, seconds, milliseconds) : load(target, seconds);
}

/** How many times the tuned stack's requests/s it should answer at least, by the size of the company. */
const targets: Record<Exclude<Contender, 'tuned stack'>, Record<string, number>> = {
  product: { c1k: 1, c10k: 4, c100k: 50 },
  'product, uncached': { c1k: 0.9 },
};

function figuresOf(name: ReportName, rate: (companyId: string, contender: Contender) => number): Figure[] {
  const rates = contendersOf[name].flatMap((contender) =>
    benchCompanies.map(({ id }) => ({
      figure: `${name} at ${id.slice(1)}, ${contender}`,
      measured: rate(id, contender),
      unit: 'requests/s',
    })),
  );
  const ratios = (['product', 'product, uncached'] as const).flatMap((product): Figure[] => {
    const suffix = product.slice('product'.length);
    return [
      {
        figure: `${name} requests/s at 1m to 1k${suffix}`,
        ...(suffix === '' && { target: { atLeast: 0.8 } }),
        measured: rate(million, product) / rate('c1k', product),
        unit: '',
      },
      ...(name === 'payments'
        ? benchCompanies.map(({ id }) => ({
            figure: `payments against the tuned stack at ${id.slice(1)}${suffix}`,
            ...(targets[product][id] !== undefined && { target: { atLeast: targets[product][id] } }),
            measured: rate(id, product) / rate(id, 'tuned stack'),
            unit: 'times',
          }))
        : []),
    ];
  });
  return [...rates, ...ratios];
}

import { million, report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { requireSameAnswer } from '../stacks/contenders.ts';
import { benchCompanies } from '../data/data.ts';
import { load, loadSlow } from '../load.ts';
import type { LoadResult } from '../load.ts';
import { pathOf, uncachedSpan, wholeSpan } from '../data/requests.ts';
import type { ReportName } from '../data/requests.ts';

type Contender = 'product' | 'product, uncached' | 'usual stack' | 'tuned stack' | 'limit';

/** The other stacks have the payments alone. */
const contendersOf: Record<ReportName, Contender[]> = {
  payments: ['product', 'product, uncached', 'usual stack', 'tuned stack', 'limit'],
  timesheets: ['product', 'product, uncached', 'limit'],
};

/** A request that takes longer alone is measured by a number of requests instead of by time. */
export const slowMs = 50;

/** The first page of 10 over the whole span, at every size of company, by every contender in turn. */
export async function measureThroughput(bench: Bench, name: ReportName): Promise<Figure[]> {
  const rates = new Map<string, number>();
  await warmUp(bench, name);
  for (const { id } of benchCompanies) {
    for (const contender of contendersOf[name]) {
      const { requestsPerSecond, p50Ms, p99Ms } = await measure(bench, name, id, contender);
      report(`  ${id} ${contender}: ${requestsPerSecond.toFixed(1)} requests/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`);
      rates.set(`${id} ${contender}`, requestsPerSecond);
    }
  }
  return figuresOf(name, (id, contender) => rates.get(`${id} ${contender}`) ?? NaN);
}

/** So that the first one is not measured while Node still compiles it. */
async function warmUp({ contenders, options: { quick } }: Bench, name: ReportName): Promise<void> {
  const token = await contenders.tokenOf('c1k');
  const others = name === 'payments' ? [contenders.usualUrl, contenders.tunedUrl] : [];
  for (const url of [contenders.product.url, ...others]) {
    await load({ url, token, path: () => pathOf(name, uncachedSpan()) }, quick ? 1 : 3);
  }
}

async function measure(
  { contenders, options: { seconds } }: Bench,
  name: ReportName,
  companyId: string,
  contender: Contender,
): Promise<LoadResult> {
  if (contender === 'limit') return contenders.limit({ companyId, report: name, seconds });
  const token = await contenders.tokenOf(companyId);
  const path = () => pathOf(name, contender === 'product, uncached' ? uncachedSpan() : wholeSpan());
  if (contender.startsWith('product')) return load({ url: contenders.product.url, token, path }, seconds);
  const url = contender === 'usual stack' ? contenders.usualUrl : contenders.tunedUrl;
  await requireSameAnswer(contenders, url, token, pathOf(name, wholeSpan(), { page: '2' }));
  const milliseconds = await requireSameAnswer(contenders, url, token, path());
  const target = { url, token, path };
  return milliseconds > slowMs ? loadSlow(target, seconds, milliseconds) : load(target, seconds);
}

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
    const against = (stack: Contender, targets: Record<string, number | undefined>) =>
      Object.entries(targets).map(([id, atLeast]) => ({
        figure: `${name} against the ${stack} at ${id.slice(1)}${suffix}`,
        ...(atLeast !== undefined && suffix === '' && { target: { atLeast } }),
        measured: rate(id, product) / rate(id, stack),
        unit: 'times',
      }));
    return [
      {
        figure: `${name} requests/s at 1m to 1k${suffix}`,
        ...(suffix === '' && { target: { atLeast: 0.8 } }),
        measured: rate(million, product) / rate('c1k', product),
        unit: '',
      },
      {
        figure: `${name} against the limit at 1k${suffix}`,
        ...(name === 'payments' && { target: { atLeast: 0.4 } }),
        measured: rate('c1k', product) / rate('c1k', 'limit'),
        unit: '',
      },
      ...(name === 'payments'
        ? [
            ...against('usual stack', { c1k: 3, c10k: 8, c100k: 60, c1m: 1_000 }),
            ...against('tuned stack', { c1k: 1.2, c10k: 4, c100k: 50, c1m: undefined }),
          ]
        : []),
    ];
  });
  return [...rates, ...ratios];
}

import { million, tell } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import { requireSameAnswer } from './contenders.ts';
import { benchCompanies } from './data.ts';
import type { Figure } from './figures.ts';
import { load, loadSlow } from './load.ts';
import type { LoadResult } from './load.ts';
import { neverAskedSpan, pathOf, wholeSpan } from './questions.ts';
import type { ReportName } from './questions.ts';

const contenders = [
  'product',
  'product, nothing remembered',
  'usual stack',
  'tuned stack',
  'limit: version of the data',
  'limit: whole statement',
] as const;

type Contender = (typeof contenders)[number];
type Results = Record<string, Record<Contender, LoadResult>>;

/** What takes longer alone is measured by a number of requests instead of by time. */
export const slowMs = 50;

/** The first page of 10 over the whole span, at every size of company, by every contender in turn. */
export async function measureThroughput(bench: Bench, report: ReportName): Promise<Measured> {
  const results: Results = {};
  await warmUp(bench, report);
  for (const { id } of benchCompanies) {
    const ofCompany = {} as Record<Contender, LoadResult>;
    for (const contender of contenders) {
      ofCompany[contender] = await measure(bench, report, id, contender);
      const { requestsPerSecond, p50Ms, p99Ms } = ofCompany[contender];
      tell(`  ${id} ${contender}: ${requestsPerSecond.toFixed(1)} requests/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`);
    }
    results[id] = ofCompany;
  }
  return { figures: figuresOf(report, results), raw: results };
}

/** So that whoever comes first isn't measured while Node still compiles it. */
async function warmUp({ contenders, options: { quick } }: Bench, report: ReportName): Promise<void> {
  const token = await contenders.tokenOf('c1k');
  for (const url of [contenders.product.url, contenders.usualUrl, contenders.tunedUrl]) {
    await load({ url, token, path: () => pathOf(report, neverAskedSpan()) }, quick ? 1 : 3);
  }
}

async function measure(
  { contenders, options: { seconds } }: Bench,
  report: ReportName,
  companyId: string,
  contender: Contender,
): Promise<LoadResult> {
  const token = await contenders.tokenOf(companyId);
  const again = () => pathOf(report, wholeSpan());
  switch (contender) {
    case 'product':
      return load({ url: contenders.product.url, token, path: again }, seconds);
    case 'product, nothing remembered':
      return load({ url: contenders.product.url, token, path: () => pathOf(report, neverAskedSpan()) }, seconds);
    case 'usual stack':
    case 'tuned stack': {
      const url = contender === 'usual stack' ? contenders.usualUrl : contenders.tunedUrl;
      await requireSameAnswer(contenders, url, token, pathOf(report, wholeSpan(), { page: '2' }));
      const milliseconds = await requireSameAnswer(contenders, url, token, again());
      const target = { url, token, path: again };
      return milliseconds > slowMs ? loadSlow(target, seconds, milliseconds) : load(target, seconds);
    }
    case 'limit: version of the data':
      return contenders.limit({ companyId, report, remembered: true, seconds });
    case 'limit: whole statement':
      return contenders.limit({ companyId, report, remembered: false, seconds });
    default:
      return contender satisfies never;
  }
}

function figuresOf(report: ReportName, results: Results): Figure[] {
  const rate = (companyId: string, contender: Contender) => results[companyId]?.[contender].requestsPerSecond ?? NaN;
  const ratio = (a: [string, Contender], b: [string, Contender]) => rate(...a) / rate(...b);
  const ofPayments = (target: number) => (report === 'payments' ? { target: { atLeast: target } } : {});
  const against = (stack: Contender, targets: Record<string, number | undefined>) =>
    Object.entries(targets).flatMap(([id, target]): Figure[] => [
      {
        figure: `${report} against the ${stack} at ${id.slice(1)}`,
        ...(target !== undefined && ofPayments(target)),
        measured: ratio([id, 'product'], [id, stack]),
        unit: 'times',
      },
      {
        figure: `${report} against the ${stack} at ${id.slice(1)}, nothing remembered`,
        measured: ratio([id, 'product, nothing remembered'], [id, stack]),
        unit: 'times',
      },
    ]);
  const limitAt1k = (figure: string, product: Contender, limit: Contender): Figure => ({
    figure: `${report} ${figure}`,
    ...ofPayments(0.4),
    measured: ratio(['c1k', product], ['c1k', limit]),
    unit: '',
  });
  return [
    ...contenders.flatMap((contender) =>
      Object.keys(results).map((id): Figure => ({
        figure: `${report} at ${id.slice(1)}, ${contender}`,
        measured: rate(id, contender),
        unit: 'requests/s',
      })),
    ),
    {
      figure: `${report} requests/s at 1m to 1k`,
      target: { atLeast: 0.8 },
      measured: ratio([million, 'product'], ['c1k', 'product']),
      unit: '',
    },
    {
      figure: `${report} requests/s at 1m to 1k, nothing remembered`,
      measured: ratio([million, 'product, nothing remembered'], ['c1k', 'product, nothing remembered']),
      unit: '',
    },
    ...against('usual stack', { c1k: 3, c10k: 8, c100k: 60, c1m: 1_000 }),
    ...against('tuned stack', { c1k: 1.2, c10k: 4, c100k: 50, c1m: undefined }),
    limitAt1k('against the limit of the whole statement at 1k', 'product', 'limit: whole statement'),
    limitAt1k(
      'against the limit of the whole statement at 1k, nothing remembered',
      'product, nothing remembered',
      'limit: whole statement',
    ),
    limitAt1k('against the limit of what it runs when it remembers at 1k', 'product', 'limit: version of the data'),
  ];
}

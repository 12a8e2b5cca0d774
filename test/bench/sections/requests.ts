import { reportPath } from '../../../gateway/paths.ts';
import { tokenOf } from '../../support/fixtures.ts';
import { million, report as show } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { sendRequest } from '../send-request.ts';
import { median, quantile } from '../summary.ts';

type Parameters = Record<string, string | string[]>;

const ranges = {
  month: ['2024-05-01', '2024-05-31'],
  year: ['2024-01-01', '2024-12-31'],
  odd: ['2024-02-10', '2025-11-20'],
  halves: ['2024-06-25', '2025-07-05'],
  everything: ['1900-01-01', '2027-12-31'],
} as const;
const teams = (companyId: string, ...numbers: number[]) => numbers.map((n) => `${companyId}-team-${n}`);
const half = Array.from({ length: 20 }, (_, n) => n + 1);

/** Lists and sums of payments, by what is asked for: orders, filters and groups, each over several ranges. */
function kindsOf(
  companyId: string,
): Record<string, { of: 'list' | 'summary'; parameters: Parameters; over: string[] }> {
  const filters: Record<string, Parameters> = {
    all: {},
    'two teams': { teamIds: teams(companyId, 3, 17) },
    'half of the teams': { teamIds: teams(companyId, ...half) },
    'a contractor': { contractorIds: `${companyId}-person-8` },
    paid: { scheduledPaymentStatuses: 'paid' },
    failed: { scheduledPaymentStatuses: 'failed' },
    'large amounts': { minAmount: '4000' },
  };
  const everywhere = Object.keys(ranges);
  const kinds: ReturnType<typeof kindsOf> = {};
  for (const [name, parameters] of Object.entries(filters))
    kinds[`list of ${name}`] = { of: 'list', parameters, over: everywhere };
  for (const sortField of ['budget', 'paidAmount', 'scheduledPaymentStatus', 'contract', 'contractor']) {
    const order = { sortField, sortOrder: 'asc' };
    kinds[`list by ${sortField}`] = { of: 'list', parameters: order, over: everywhere };
    kinds[`page 5,000 by ${sortField}`] = { of: 'list', parameters: { ...order, page: '5000' }, over: ['everything'] };
    for (const name of ['two teams', 'half of the teams', 'a contractor'])
      kinds[`list of ${name} by ${sortField}`] = {
        of: 'list',
        parameters: { ...order, ...filters[name] },
        over: ['month', 'everything'],
      };
  }
  for (const groupBy of ['month', 'status', 'month,status', 'team', 'contractor', 'contract', 'team,month']) {
    kinds[`sums by ${groupBy}`] = { of: 'summary', parameters: { groupBy }, over: everywhere };
    for (const name of ['half of the teams', 'paid'])
      kinds[`sums of ${name} by ${groupBy}`] = {
        of: 'summary',
        parameters: { groupBy, ...filters[name] },
        over: ['odd', 'everything'],
      };
  }
  return kinds;
}

/** First answers, one at a time: of each the median of three ranges that lie days apart, after a first one that is planned. */
export async function measureRequests(bench: Bench): Promise<Figure[]> {
  const shapes = await bench.start(await bench.databases.shapes());
  const measured: { name: string; companyId: string; ms: number }[] = [];
  for (const [companyId, { url }] of [
    ['c1k', bench.product],
    [million, bench.product],
    ['ordinary', shapes],
    ['small-contracts', shapes],
  ] as const) {
    const token = await tokenOf(url, companyId);
    for (const [kind, { of, parameters, over }] of Object.entries(kindsOf(companyId)))
      for (const range of over as (keyof typeof ranges)[]) {
        const times: number[] = [];
        for (let days = 0; days < (bench.quick ? 2 : 4); days++) {
          const [fromDate, toDate] = ranges[range].map((date) =>
            new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10),
          );
          const query = new URLSearchParams({ fromDate, toDate } as Record<string, string>);
          for (const [name, value] of Object.entries(parameters))
            for (const each of [value].flat()) query.append(name, each);
          const path = `${reportPath('scheduled-payments', of)}?${query.toString()}`;
          times.push((await sendRequest(url, token, path)).milliseconds);
        }
        measured.push({ name: `${kind}, ${range}`, companyId, ms: median(times.slice(1)) });
      }
  }
  await shapes.stop();
  const figureOf = (
    figure: string,
    companyId: string,
    isOf: (name: string) => boolean,
    atMostOfBefore: number,
  ): Figure => {
    const times = measured.flatMap((each) => (each.companyId === companyId && isOf(each.name) ? each.ms : []));
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
    return {
      figure: `requests: ${figure}, ${companyId}, mean of ${times.length}`,
      target: { atMostOfBefore },
      measured: mean,
      unit: 'ms',
    };
  };
  const slowest = measured.toSorted((a, b) => b.ms - a.ms);
  for (const { name, companyId, ms } of slowest.slice(0, 25)) show(`  ${ms.toFixed(1)} ms  ${companyId}: ${name}`);
  const isYear = (name: string) => /^sums by (team|contractor|contract), year$/.test(name);
  const isHalf = (name: string) => /half of the teams.*, odd$/.test(name);
  return [
    figureOf('all', 'ordinary', () => true, 0.75),
    figureOf('all', million, () => true, 0.6),
    figureOf('all', 'small-contracts', () => true, 1.1),
    figureOf('all', 'c1k', () => true, 1.1),
    figureOf('sums of a year by team, contractor, contract', million, isYear, 0.2),
    figureOf('half of the teams over odd months', million, isHalf, 0.35),
    ...['ordinary', million, 'c1k'].map((companyId): Figure => ({
      figure: `requests: the 95th percentile, ${companyId}`,
      measured: quantile(
        measured.flatMap((each) => (each.companyId === companyId ? each.ms : [])),
        0.95,
      ),
      unit: 'ms',
    })),
  ];
}

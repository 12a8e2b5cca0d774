import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { timesheetsDefinition } from '../../../proto/timesheets.ts';
import { million, report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { askInTurn } from '../ask.ts';
import { pathOf, uncachedDays, uncachedSpan } from '../data/requests.ts';
import type { ReportName } from '../data/requests.ts';
import { median } from '../summary.ts';

type Filter = { span: typeof uncachedSpan; parameters?: () => Record<string, string | string[]> };
type Filters = Record<string, Filter>;

let turn = 0;
// Of 20 teams and 2,000 contractors, another each time.
const team = () => ({ teamIds: `${million}-team-${1 + (turn++ % 20)}` });
const contractor = () => ({ contractorIds: `${million}-person-${1 + ((turn++ * 7) % 2_000)}` });

const filters: Filters = {
  'no filter': { span: uncachedSpan },
  team: { span: uncachedSpan, parameters: team },
  contractor: { span: uncachedSpan, parameters: contractor },
  dates: { span: uncachedDays },
};
const ofTimesheets: Filters = { ...filters, 'team, dates': { span: uncachedDays, parameters: team } };
const ofPayments: Filters = {
  ...filters,
  status: { span: uncachedSpan, parameters: () => ({ scheduledPaymentStatuses: 'paid' }) },
  'rare status': { span: uncachedSpan, parameters: () => ({ scheduledPaymentStatuses: 'failed' }) },
  'team, dates, status': {
    span: uncachedDays,
    parameters: () => ({ ...team(), scheduledPaymentStatuses: ['paid', 'failed'] }),
  },
};

/** Filters that leave much of the company, in the default order. */
const manyTeams: Filters = Object.fromEntries(
  [10, 19].map((count) => [
    `${count} of 20 teams, dates`,
    { span: uncachedDays, parameters: () => ({ teamIds: Array.from({ length: count }, () => team().teamIds) }) },
  ]),
);

type Sorted = { sort: string; p50Ms: number };

/** Every order with every kind of filter, one request at a time, of a million rows, uncached. */
export async function measureSorts(bench: Bench): Promise<Figure[]> {
  const wide = await measureReport(bench, 'payments', ['date'], manyTeams);
  return [
    ...figuresOf(
      'payments',
      await measureReport(bench, 'payments', scheduledPaymentsDefinition.sortFields, ofPayments),
    ),
    ...figuresOf('timesheets', await measureReport(bench, 'timesheets', timesheetsDefinition.sortFields, ofTimesheets)),
    ...wide.map(({ sort, p50Ms }) => ({ figure: `payments at 1m by ${sort}, p50`, measured: p50Ms, unit: 'ms' })),
  ];
}

async function measureReport(
  { contenders, options }: Bench,
  name: ReportName,
  sortFields: readonly string[],
  ofReport: Filters,
): Promise<Sorted[]> {
  const token = await contenders.tokenOf(million);
  const sorted: Sorted[] = [];
  for (const sortField of sortFields) {
    for (const sortOrder of ['asc', 'desc']) {
      for (const [filter, { span, parameters }] of Object.entries(ofReport)) {
        const path = () => pathOf(name, span(), { ...parameters?.(), sortField, sortOrder });
        const { p50Ms } = await askInTurn(contenders.product.url, token, options.quick ? 5 : 15, path);
        const sort = `${sortField} ${sortOrder}, ${filter}`;
        sorted.push({ sort, p50Ms });
        if (p50Ms > limitMs) report(`  ${name} by ${sort}: p50 ${p50Ms} ms`);
      }
    }
  }
  return sorted;
}

const limitMs = 25;

function figuresOf(name: ReportName, sorted: Sorted[]): Figure[] {
  const [worst] = sorted.toSorted((a, b) => b.p50Ms - a.p50Ms);
  const all = `${name} at 1m, ${sorted.length} orders with filters, p50`;
  const slow = sorted.filter(({ p50Ms }) => p50Ms > limitMs).length;
  return [
    {
      figure: `${all}: the worst, ${worst?.sort}`,
      target: { atMost: limitMs },
      measured: worst?.p50Ms ?? NaN,
      unit: 'ms',
    },
    { figure: `${all}: the median`, measured: median(sorted.map(({ p50Ms }) => p50Ms)), unit: 'ms' },
    { figure: `${all}: how many are over ${limitMs} ms`, measured: slow, unit: '' },
  ];
}

import { scheduledPaymentsDefinition } from '../../proto/scheduled-payments.ts';
import { timesheetsDefinition } from '../../proto/timesheets.ts';
import { million, tell } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import { askInTurn } from './ask.ts';
import type { Figure } from './figures.ts';
import { neverAskedDays, neverAskedSpan, pathOf } from './questions.ts';
import type { ReportName } from './questions.ts';
import { median } from './summary.ts';
import type { Summary } from './summary.ts';

type Filter = { filter: string; span: typeof neverAskedSpan; parameters: () => Record<string, string | string[]> };

let turn = 0;
// Of 20 teams and 2,000 contractors, another each time.
const team = () => ({ teamIds: `${million}-team-${1 + (turn++ % 20)}` });
const contractor = () => ({ contractorIds: `${million}-person-${1 + ((turn++ * 7) % 2_000)}` });

const filters: Filter[] = [
  { filter: 'no filter', span: neverAskedSpan, parameters: () => ({}) },
  { filter: 'team', span: neverAskedSpan, parameters: team },
  { filter: 'contractor', span: neverAskedSpan, parameters: contractor },
  { filter: 'dates', span: neverAskedDays, parameters: () => ({}) },
];
const timesheetFilters: Filter[] = [...filters, { filter: 'team, dates', span: neverAskedDays, parameters: team }];
const paymentFilters: Filter[] = [
  ...filters,
  { filter: 'status', span: neverAskedSpan, parameters: () => ({ scheduledPaymentStatuses: 'paid' }) },
  {
    filter: 'rare status',
    span: neverAskedSpan,
    parameters: () => ({ scheduledPaymentStatuses: 'failed' }),
  },
  {
    filter: 'team, dates, status',
    span: neverAskedDays,
    parameters: () => ({ ...team(), scheduledPaymentStatuses: ['paid', 'failed'] }),
  },
];

/** Filters that leave much of the company, in the default order. */
const manyTeams: Filter[] = [10, 19].map((count) => ({
  filter: `${count} of 20 teams, dates`,
  span: neverAskedDays,
  parameters: () => ({ teamIds: Array.from({ length: count }, () => team().teamIds) }),
}));

type Sorted = Summary & { sort: string };

/** Every order with every kind of filter, one request at a time, of a million rows, nothing remembered. */
export async function measureSorts(bench: Bench): Promise<Measured> {
  const payments = await measureReport(bench, 'payments', scheduledPaymentsDefinition.sortFields, paymentFilters);
  const timesheets = await measureReport(bench, 'timesheets', timesheetsDefinition.sortFields, timesheetFilters);
  const wide = await measureReport(bench, 'payments', ['date'], manyTeams);
  return {
    figures: [
      ...figuresOf('payments', payments),
      ...figuresOf('timesheets', timesheets),
      ...wide.map(({ sort, p50Ms }) => ({ figure: `payments at 1m by ${sort}, p50`, measured: p50Ms, unit: 'ms' })),
    ],
    raw: { payments, timesheets, wide },
  };
}

async function measureReport(
  { contenders, options }: Bench,
  report: ReportName,
  sortFields: readonly string[],
  ofReport: Filter[],
): Promise<Sorted[]> {
  const token = await contenders.tokenOf(million);
  const sorted: Sorted[] = [];
  for (const sortField of sortFields) {
    for (const sortOrder of ['asc', 'desc']) {
      for (const { filter, span, parameters } of ofReport) {
        const path = () => pathOf(report, span(), { ...parameters(), sortField, sortOrder });
        const summary = await askInTurn(contenders.product.url, token, options.quick ? 5 : 15, path);
        sorted.push({ sort: `${sortField} ${sortOrder}, ${filter}`, ...summary });
        if (summary.p50Ms > 25) tell(`  ${report} by ${sortField} ${sortOrder}, ${filter}: p50 ${summary.p50Ms} ms`);
      }
    }
  }
  return sorted;
}

function figuresOf(report: ReportName, sorted: Sorted[]): Figure[] {
  const [worst] = sorted.toSorted((a, b) => b.p50Ms - a.p50Ms);
  const all = `${report} at 1m, ${sorted.length} orders with filters, p50`;
  return [
    {
      figure: `${all}: the worst, ${worst?.sort}`,
      target: { atMost: 25 },
      measured: worst?.p50Ms ?? NaN,
      unit: 'ms',
    },
    { figure: `${all}: the median`, measured: median(sorted.map(({ p50Ms }) => p50Ms)), unit: 'ms' },
    { figure: `${all}: how many are over 25 ms`, measured: sorted.filter(({ p50Ms }) => p50Ms > 25).length, unit: '' },
  ];
}

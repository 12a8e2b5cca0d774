import { reports } from '../../../proto/reports.ts';
import { shapesSpan, teamsCount } from './shapes-data.ts';

export type ReportName = keyof typeof reports;

/** A query of a company. `page` is a part of all pages: 0 the first, 0.5 in the middle, 1 past the end. */
export type ShapeQuery = {
  report: ReportName;
  kind: string;
  sortField: string;
  sortOrder: 'asc' | 'desc';
  page: number;
  /** Another one each time. */
  parameters: () => { fromDate: string; toDate: string } & Record<string, string | string[]>;
};

let turn = 0;
const next = () => turn++;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const between = (fromDate: string, toDate: string) => ({ fromDate, toDate });

// Of one company, days of timesheets go back for 273 years.
const wholeSpan = () =>
  between(dayAfter('1752-01-01', -(next() % 700)), dayAfter(shapesSpan.toDate, 1 + (next() % 997)));
const oddMonths = () => between(dayAfter('2022-05-04', next() % 101), dayAfter('2023-07-19', next() % 97));

/** The kinds of queries of a company. */
function kindsOf(companyId: string): Record<string, Pick<ShapeQuery, 'parameters'> & { page?: number }> {
  const team = (n: number) => `${companyId}-team-${1 + (n % teamsCount)}`;
  return {
    'whole span': { parameters: wholeSpan },
    'early fortnight': {
      parameters: () => {
        const day = dayAfter('2021-01-03', next() % 90);
        return between(day, dayAfter(day, 13));
      },
    },
    'odd months': { parameters: oddMonths },
    'one team': { parameters: () => ({ ...wholeSpan(), teamIds: team(next()) }) },
    'one contractor': {
      parameters: () => ({ ...wholeSpan(), contractorIds: `${companyId}-person-${1 + (next() % 100)}` }),
    },
    'half of the teams, odd months': {
      parameters: () => {
        const first = next();
        return { ...oddMonths(), teamIds: Array.from({ length: teamsCount / 2 }, (_, n) => team(first + n)) };
      },
    },
    'rare status, a year': {
      parameters: () => {
        const day = dayAfter('2022-01-03', next() % 90);
        return { ...between(day, dayAfter(day, 364)), scheduledPaymentStatuses: 'failed' };
      },
    },
    middle: { parameters: wholeSpan, page: 0.5 },
    'past the end': { parameters: wholeSpan, page: 1 },
  };
}

/** Every order with every kind of query. */
export function shapeQueries(companyId: string): ShapeQuery[] {
  return (['scheduled-payments', 'timesheets'] as const).flatMap((report) =>
    reports[report].sortFields.flatMap((sortField) =>
      (['asc', 'desc'] as const).flatMap((sortOrder) =>
        Object.entries(kindsOf(companyId))
          .filter(([kind]) => report === 'scheduled-payments' || !kind.startsWith('rare status'))
          .map(([kind, { parameters, page = 0 }]) => ({ report, kind, sortField, sortOrder, page, parameters })),
      ),
    ),
  );
}

/** The number of that page. */
export function pageAt(part: number, pages: number): number {
  return part === 1 ? pages + 3 : Math.max(1, Math.ceil(part * pages));
}

import type { Amounts } from '../demo-amounts.ts';

/** What a finance person may ask, the call that answers it, and the figure as the imported files have it. */
export type Question = {
  text: string;
  call: { name: string; arguments: object };
  figureIn: (answer: Answer) => number | undefined;
  expected: number;
};

export type Answer = {
  statistics: Statistics;
  results: { team: { name: string } | null; statistics: Statistics }[];
  teams: { pagination: { totalCount: number } };
};
type Statistics = Record<string, number>;

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };

/** Questions to each tool that has figures, about the first company of the demo. */
export function questionsOn({ paid, billable }: { paid: Amounts; billable: Amounts }): Question[] {
  const ofTeams = (report: string, statistic: string, amounts: Amounts) =>
    Object.entries(amounts).map(([team, cents]): Question => ({
      text: `What is the ${statistic} of ${team}?`,
      call: { name: 'summarize', arguments: { report, ...year, groupBy: ['team'] } },
      figureIn: ({ results }) => results.find((row) => (row.team?.name ?? 'no team') === team)?.statistics[statistic],
      expected: cents / 100,
    }));
  return [
    {
      text: 'What did we pay this year?',
      call: { name: 'list_payments', arguments: year },
      figureIn: ({ statistics }) => statistics.totalScheduledPaymentsPaidAmount,
      expected: sum(paid),
    },
    {
      text: 'What may be billed this year?',
      call: { name: 'list_timesheets', arguments: { ...year, itemsPerPage: 1 } },
      figureIn: ({ statistics }) => statistics.billableAmount,
      expected: sum(billable),
    },
    {
      text: 'How many teams are named Engine?',
      call: { name: 'find', arguments: { search: 'engine' } },
      figureIn: ({ teams }) => teams.pagination.totalCount,
      expected: 1,
    },
    ...ofTeams('scheduled-payments', 'totalScheduledPaymentsPaidAmount', paid),
    ...ofTeams('timesheets', 'billableAmount', billable),
  ];
}

function sum(amounts: Amounts): number {
  return Object.values(amounts).reduce((total, cents) => total + cents) / 100;
}

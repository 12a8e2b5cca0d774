import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

/** What a finance person may ask, the call that answers it, and the figure as the imported files have it. */
export type Question = {
  text: string;
  call: { name: string; arguments: object };
  figureIn: (answer: Answer) => number | undefined;
  expected: number;
};

export type Answer = {
  statistics: Figures;
  pagination: { totalCount: number };
  results: Row[];
  contractors: Names;
  teams: Names;
};
type Figures = Record<string, number>;
type Row = { status?: string; team?: Named | null; contractor?: Named; statistics?: Figures; paidAmount?: number };
type Named = { _id: string };
type Names = { pagination: { totalCount: number }; results: (Named & { contracts?: { count: number } })[] };

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const quarters = [
  ['2026-01-01', '2026-03-31'],
  ['2026-04-01', '2026-06-30'],
  ['2026-07-01', '2026-09-30'],
  ['2026-10-01', '2026-12-31'],
] as const;
const statuses = ['upcoming', 'processing', 'failed', 'paid', 'deleted'];

/** Forty questions about the first company of the demo. Amounts are added up in cents. */
export async function questionsOn(directory: string): Promise<Question[]> {
  const read = async (name: string) =>
    parse<Record<string, string>>(await readFile(path.join(directory, `${name}.csv`)), { columns: true });
  const contracts = (await read('contracts')).filter(({ company_id }) => company_id === 'tessellate');
  const teams = (await read('teams')).filter(({ company_id }) => company_id === 'tessellate');
  const lastNameOf = new Map((await read('people')).map(({ id, last_name }) => [id, last_name]));
  const contractOf = new Map(contracts.map((contract) => [contract.id, contract]));
  const own = (rows: Record<string, string>[]) =>
    rows.flatMap((row) => {
      const contract = contractOf.get(row.contract_id);
      return contract ? [{ ...row, team: contract.team_id, contractor: contract.contractor_id }] : [];
    }) as Record<string, string>[];
  const payments = own(await read('scheduled_payments'));
  const days = own(await read('timesheet_days'));
  const within = (rows: typeof payments, fromDate: string, toDate: string) =>
    rows.filter(({ scheduled_payment_on: on, work_date: day }) => {
      const date = (on ?? day ?? '').slice(0, 10);
      return date >= fromDate && date <= toDate;
    });
  const sum = (rows: typeof payments, column: string) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0) / 100;
  const [paymentsOf2026, daysOf2026] = [payments, days].map((rows) => within(rows, year.fromDate, year.toDate));
  if (!paymentsOf2026 || !daysOf2026) throw new Error('no rows');
  const paid = (answer: Answer) => answer.statistics.totalScheduledPaymentsPaidAmount;
  const ofTeam =
    (id: string | undefined) =>
    ({ results }: Answer) =>
      results.find(({ team }) => team?._id === id)?.statistics;
  const contractors = [...new Set(daysOf2026.map(({ contractor }) => contractor ?? ''))].slice(0, 2);
  const byPayments = { report: 'scheduled-payments', ...year };
  return [
    ...Array.from({ length: 12 }, (_, index): Question => {
      const month = `2026-${String(index + 1).padStart(2, '0')}`;
      const last = new Date(Date.UTC(2026, index + 1, 0)).toISOString().slice(0, 10);
      return {
        text: `What did we pay in ${month}?`,
        call: { name: 'list_payments', arguments: { fromDate: `${month}-01`, toDate: last } },
        figureIn: paid,
        expected: sum(within(payments, `${month}-01`, last), 'paid_amount'),
      };
    }),
    ...teams.map(({ id, name }): Question => ({
      text: `What did we pay ${name} this year?`,
      call: { name: 'summarize', arguments: { ...byPayments, groupBy: ['team'] } },
      figureIn: (answer) => ofTeam(id)(answer)?.totalScheduledPaymentsPaidAmount,
      expected: sum(
        paymentsOf2026.filter(({ team }) => team === id),
        'paid_amount',
      ),
    })),
    ...statuses.map((status): Question => ({
      text: `How many payments are ${status}?`,
      call: { name: 'list_payments', arguments: { ...year, scheduledPaymentStatuses: [status], itemsPerPage: 1 } },
      figureIn: ({ pagination }) => pagination.totalCount,
      expected: paymentsOf2026.filter((row) => row.status === status).length,
    })),
    ...statuses.map((status): Question => ({
      text: `How much is scheduled as ${status}?`,
      call: { name: 'summarize', arguments: { ...byPayments, groupBy: ['status'] } },
      figureIn: ({ results }) =>
        results.find((row) => row.status === status)?.statistics?.totalScheduledPaymentsAmount ?? 0,
      expected: sum(
        paymentsOf2026.filter((row) => row.status === status),
        'amount',
      ),
    })),
    ...quarters.map(([fromDate, toDate], index): Question => ({
      text: `How many minutes were tracked in quarter ${index + 1}?`,
      call: { name: 'list_timesheets', arguments: { fromDate, toDate } },
      figureIn: ({ statistics }) => statistics.trackedMinutes,
      expected: sum(within(days, fromDate, toDate), 'tracked_minutes'),
    })),
    ...contractors.map((contractor): Question => ({
      text: `What may ${contractor} bill this year?`,
      call: { name: 'list_timesheets', arguments: { ...year, contractorIds: [contractor] } },
      figureIn: ({ statistics }) => statistics.billableAmount,
      expected: sum(
        daysOf2026.filter((row) => row.contractor === contractor),
        'billable_amount',
      ),
    })),
    {
      text: `How many teams have an "a" in their name?`,
      call: { name: 'find', arguments: { search: 'A' } },
      figureIn: (answer) => answer.teams.pagination.totalCount,
      expected: teams.filter(({ name }) => /a/i.test(name ?? '')).length,
    },
    {
      text: 'How many contracts has the first contractor?',
      call: { name: 'find', arguments: { search: lastNameOf.get(contractors[0] ?? '') } },
      figureIn: (answer) => answer.contractors.results.find(({ _id }) => _id === contractors[0])?.contracts?.count,
      expected: contracts.filter(({ contractor_id }) => contractor_id === contractors[0]).length,
    },
    {
      text: 'What was the largest payment?',
      call: { name: 'list_payments', arguments: { ...year, sortField: 'paidAmount', itemsPerPage: 1 } },
      figureIn: ({ results }) => results[0]?.paidAmount,
      expected: Math.max(...paymentsOf2026.map(({ paid_amount }) => Number(paid_amount))),
    },
    {
      text: 'Which team bills most, and how much?',
      call: {
        name: 'summarize',
        arguments: { report: 'timesheets', ...year, groupBy: ['team'], sortField: 'billableAmount', sortOrder: 'desc' },
      },
      figureIn: ({ results }) => results[0]?.statistics?.billableAmount,
      expected: Math.max(
        ...[...new Set(daysOf2026.map(({ team }) => team))].map((id) =>
          sum(
            daysOf2026.filter(({ team }) => team === id),
            'billable_amount',
          ),
        ),
      ),
    },
    {
      text: 'How many people were paid for their time?',
      call: { name: 'summarize', arguments: { report: 'timesheets', ...year, groupBy: ['contractor'] } },
      figureIn: ({ pagination }) => pagination.totalCount,
      expected: new Set(daysOf2026.map(({ contractor }) => contractor)).size,
    },
    {
      text: 'What did those without a team cost?',
      call: { name: 'summarize', arguments: { ...byPayments, groupBy: ['team'] } },
      figureIn: ({ results }) =>
        results.find(({ team }) => team === null)?.statistics?.totalScheduledPaymentsPaidAmount,
      expected: sum(
        paymentsOf2026.filter(({ team }) => team === ''),
        'paid_amount',
      ),
    },
    {
      text: 'How many contracts had a payment?',
      call: { name: 'list_payments', arguments: year },
      figureIn: ({ statistics }) => statistics.contractsCount,
      expected: new Set(paymentsOf2026.map(({ contract_id }) => contract_id)).size,
    },
  ];
}

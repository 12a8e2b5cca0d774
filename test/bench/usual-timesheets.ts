import { fn, literal, Op } from 'sequelize';
import { contractIncludes, contractOf } from './usual-contract.ts';
import { Contract, TimesheetDay } from './usual-models.ts';
import { paginationOf } from './usual-question.ts';
import type { UsualQuestion } from './usual-question.ts';

export async function listTimesheets(companyId: string, question: UsualQuestion) {
  const { fromDate, toDate, page, itemsPerPage } = question;
  const where = { companyId, workDate: { [Op.between]: [fromDate, toDate] } };
  const { rows, count } = await TimesheetDay.findAndCountAll({
    where,
    attributes: ['contractId', ...sums],
    include: [{ model: Contract, as: 'contract', where: { companyId }, include: contractIncludes(companyId) }],
    group: [
      'TimesheetDay.contract_id',
      'contract.company_id',
      'contract.id',
      'contract->contractor.id',
      'contract->employer.id',
      'contract->team.company_id',
      'contract->team.id',
    ],
    order: [
      ['contract', 'title', 'ASC'],
      ['contract', 'id', 'ASC'],
    ],
    limit: itemsPerPage,
    offset: (page - 1) * itemsPerPage,
  });
  const totals = (await TimesheetDay.findOne({ where, attributes: sums, raw: true })) as unknown as Sums;
  return {
    results: rows.map((row) => {
      const contract = contractOf(row.contract);
      return {
        contract: { ...contract, rate: Number(row.contract.rate), team: contract.team ?? undefined },
        statistics: statisticsOf(row.get() as unknown as Sums),
      };
    }),
    pagination: paginationOf(question, count.length),
    statistics: statisticsOf(totals),
  };
}

const minutes = ['billable', 'billed', 'manual', 'overtime', 'tracked'] as const;

type Sums = Record<`${(typeof minutes)[number]}Minutes` | 'activity' | 'billableAmount', string | null>;

const sums: [ReturnType<typeof fn>, string][] = [
  ...minutes.map((name): [ReturnType<typeof fn>, string] => [fn('SUM', literal(`${name}_minutes`)), `${name}Minutes`]),
  [fn('SUM', literal('billable_amount')), 'billableAmount'],
  [
    fn(
      'ROUND',
      literal(
        `SUM(COALESCE(activity, 0) * (tracked_minutes - manual_minutes)) / NULLIF(SUM(tracked_minutes - manual_minutes), 0)`,
      ),
      2,
    ),
    'activity',
  ],
];

function statisticsOf(row: Sums) {
  return {
    billableMinutes: Number(row.billableMinutes),
    billedMinutes: Number(row.billedMinutes),
    manualMinutes: Number(row.manualMinutes),
    overtimeMinutes: Number(row.overtimeMinutes),
    trackedMinutes: Number(row.trackedMinutes),
    activity: Number(row.activity),
    billableAmount: Number(row.billableAmount),
  };
}

import { col, fn, literal, Op } from 'sequelize';
import { Contract, ScheduledPayment } from './usual-models.ts';
import { contractIncludes, contractOf } from './usual-contract.ts';
import { paginationOf } from './usual-question.ts';
import type { UsualQuestion } from './usual-question.ts';

export async function listScheduledPayments(companyId: string, question: UsualQuestion) {
  const { fromDate, toDate, page, itemsPerPage } = question;
  const where = {
    companyId,
    scheduledPaymentOn: { [Op.gte]: new Date(fromDate), [Op.lt]: new Date(Date.parse(toDate) + 86_400_000) },
  };
  const { rows, count } = await ScheduledPayment.findAndCountAll({
    where,
    include: [{ model: Contract, as: 'contract', where: { companyId }, include: contractIncludes(companyId) }],
    order: [
      ['scheduledPaymentOn', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: itemsPerPage,
    offset: (page - 1) * itemsPerPage,
  });
  const totals = (await ScheduledPayment.findOne({
    where,
    attributes: [
      [fn('COUNT', fn('DISTINCT', col('contract_id'))), 'contractsCount'],
      [literal(`COUNT(*) FILTER (WHERE status = 'paid')`), 'paidCount'],
      [fn('SUM', col('paid_amount')), 'paidAmount'],
    ],
    raw: true,
  })) as unknown as Record<'contractsCount' | 'paidCount' | 'paidAmount', string | null>;
  return {
    results: rows.map((payment) => ({
      _id: payment.id,
      name: payment.name,
      amount: Number(payment.amount),
      paidAmount: Number(payment.paidAmount),
      status: payment.status,
      scheduledPaymentOn: payment.scheduledPaymentOn.toISOString(),
      contract: contractOf(payment.contract),
    })),
    pagination: paginationOf(question, count),
    statistics: {
      contractsCount: Number(totals.contractsCount),
      scheduledPaymentsCount: count,
      paidScheduledPaymentsCount: Number(totals.paidCount),
      totalScheduledPaymentsPaidAmount: Number(totals.paidAmount),
    },
  };
}

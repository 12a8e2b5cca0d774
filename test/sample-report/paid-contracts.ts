import { contractReport, sumOf } from '../../services/reporting/answers/contract-report.ts';
import { contractExpressions } from '../../services/reporting/sql/contracts.ts';
import { paymentSums } from '../../services/reporting/scheduled-payments/sums.ts';
import { contractFiltersSql } from '../../services/reporting/sql/filters.ts';
import { sql } from '../../services/reporting/sql/statement.ts';
import { segmentsOfMonths } from '../../services/reporting/sql/sums.ts';
import { paidContractsDefinition as definition } from './definitions.ts';

export const paidContracts = contractReport({
  name: 'paid-contracts',
  definition,
  filters: contractFiltersSql,
  type: 'fixed',
  sums: {
    ...paymentSums,
    ofCompany: () => sql`
      from ${segmentsOfMonths} segment join reporting.payment_totals part
        on part.company_id = :companyId and part.unit = segment.unit and part.start >= segment.start and part.start < segment.until`,
  },
  read: { rollUp: [], rows: [] },
  summed: ['payments_count', 'paid_amount'],
  statisticsOf: (sum) => ({ paymentsCount: sum('payments_count'), paidAmount: sum('paid_amount') }),
  expressions: { ...contractExpressions, paymentsCount: sumOf('payments_count'), paidAmount: sumOf('paid_amount') },
  sortKeys: { paidAmount: (sum) => sum('paid_amount') },
  // A row changes with the contract, the people and the team of that; with a payment, any may: the log doesn't have the contract of one that was
  // deleted.
  touched: sql`:contract::text[] || array(
    select id from reporting.contracts where company_id = :companyId and cardinality(:payment::text[]) > 0)`,
});

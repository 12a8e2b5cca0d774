import { reports } from '../../services/reporting/reports.ts';
import type { ReportsOf } from '../../services/reporting/reports.ts';
import { contracts } from './contracts.ts';
import type { definitions } from './definitions.ts';
import { paidContracts } from './paid-contracts.ts';

/** The product's reports and the samples. */
export const sampleReports: ReportsOf<typeof definitions> = {
  ...reports,
  'paid-contracts': paidContracts,
  contracts: { rows: contracts },
};

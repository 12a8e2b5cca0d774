import type { ReportDefinitions } from './report.ts';
import { scheduledPaymentsDefinition } from './scheduled-payments.ts';
import { timesheetsDefinition } from './timesheets.ts';

/** Every report by its name. Paths, rate limits, the OpenAPI document and the calls of reporting are made of this table. */
export const reports = {
  'scheduled-payments': scheduledPaymentsDefinition,
  timesheets: timesheetsDefinition,
} as const satisfies ReportDefinitions;

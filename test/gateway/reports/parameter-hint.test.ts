import { expect, it } from '@jest/globals';
import { pageParameters, reportParameters } from '../../../gateway/reports/report-parameters.ts';
import { queryReader } from '../../../gateway/reports/report-query.ts';
import { ApiError } from '../../../proto/errors.ts';
import type { ReportDefinition } from '../../../proto/report.ts';
import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { timesheetsDefinition } from '../../../proto/timesheets.ts';

const all = (shape: object) => `the parameters are ${Object.keys(shape).join(', ')}`;
const asFile =
  'send the header `Accept` instead, with text/csv, application/x-ndjson, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.apache.parquet';

/** What is named for the names that people try: on payments and, where it differs, on timesheets. */
const tried: [names: string, payments: string, timesheets?: string][] = [
  ['startDate start_date start-date StartDate start since from dateFrom date_from after begin', 'fromDate'],
  ['from_date fromdate FromDate FROMDATE fromDay fromdat date[gte] start_time', 'fromDate'],
  ['endDate end_date end-date EndDate end until till to dateTo date_to before through', 'toDate'],
  ['to_date todate ToDate TODATE todat date[lte] end_time', 'toDate'],
  ['status statuses state paymentStatus payment_status', 'scheduledPaymentStatuses', 'all'],
  ['scheduledPaymentStatus scheduled_payment_statuses', 'scheduledPaymentStatuses', 'all'],
  ['limit per_page perPage per-page page_size pageSize size count max_results top', 'itemsPerPage'],
  ['items_per_page itemsperpage ItemsPerPage itemPerPage', 'itemsPerPage'],
  ['sort sort_by sortBy orderBy order_by sort_field sortfield', 'sortField'],
  ['order direction dir sort_order sortDirection sortDir', 'sortOrder'],
  ['offset skip cursor pageNumber page_number pageNo p pages Page page[]', 'page'],
  ['team team_id teamId teams team_ids TeamIds teamIds[a]', 'teamIds'],
  ['contractor contractorId contractor_id contractors contractorIds[][] freelancerId', 'contractorIds'],
  ['format output export', asFile],
  ['type date dates q search query filter companyId company_id contract contractId contract_ids currency', 'all'],
  ['year month updatedSince created_after name id fields include foo \u00e9 odate gteDate dfDate', 'all'],
];
const names = tried.flatMap(([together, ...hints]) => together.split(' ').map((name) => [name, ...hints] as const));

it.each(names)('%s is refused on the reports, with %s', (name, payments, timesheets = payments) => {
  expectHint(scheduledPaymentsDefinition, name, payments);
  expectHint(timesheetsDefinition, name, timesheets);
});

it('scheduledPaymentStatuses is refused on timesheets, with all that they have', () => {
  expectHint(timesheetsDefinition, 'scheduledPaymentStatuses', 'all');
});

function expectHint(report: ReportDefinition, name: string, expected: string): void {
  const shape = reportParameters(report, pageParameters);
  const hint = hintOf(report, name);
  if (expected === 'all') expect(hint).toBe(all(shape));
  else if (expected in shape) expect([`use ${expected}`, `the nearest is ${expected}`]).toContain(hint);
  else expect(hint).toBe(expected);
}

function hintOf(report: ReportDefinition, name: string): string | undefined {
  try {
    queryReader(report, pageParameters)(`/list?fromDate=2024-02-01&toDate=2024-02-29&${name}=1`);
  } catch (error) {
    const { details } = ApiError.from(error);
    return /^is not a parameter here; (.*)$/.exec(details?.[name]?.message ?? '')?.[1];
  }
  throw new Error('the query is accepted');
}

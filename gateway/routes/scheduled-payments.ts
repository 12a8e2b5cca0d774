import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField as SortField } from '../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import { ScheduledPaymentStatus } from '../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import { SortOrder } from '../../proto/generated/clientreporting/reporting/SortOrder.ts';
import type { RpcClient } from '../../runtime/rpc-client.ts';
import * as shapes from '../openapi/report.ts';
import { ifNoneMatch, sendReport } from '../pipeline/polling.ts';
import { oneOf, oneOfEach, reportQuery, reportParameters, valuesOf } from '../pipeline/query.ts';

export const scheduledPaymentsParameters = {
  ...reportParameters,
  scheduledPaymentStatuses: oneOfEach(valuesOf(ScheduledPaymentStatus)).meta({
    description: 'Payments of these statuses alone. All five when left out.',
    override: { default: undefined },
  }),
  sortOrder: oneOf(valuesOf(SortOrder)).default('desc').meta({ description: 'Ascending or descending.' }),
  sortField: oneOf([SortField.scheduledPaymentOn, 'date', ...Object.values(SortField).slice(1)])
    .default('scheduledPaymentOn')
    .transform((sortField) => (sortField === 'date' ? SortField.scheduledPaymentOn : sortField))
    .meta({
      description:
        '`date` is `scheduledPaymentOn`, `budget` the amount, `scheduledPaymentStatus` in the order upcoming, processing, failed, paid, deleted, `contract` its title, `contractor` the last, then the first name. Ties are broken by the id.',
    }),
};

const readQuery = reportQuery(scheduledPaymentsParameters);

/** GET …/scheduled-payments/list */
export function scheduledPayments(reporting: RpcClient<ReportingDefinition>, maxSpanDays?: number): RequestHandler {
  return async (request, response) => {
    const query = readQuery(request.url, maxSpanDays);
    const asked = { ...query, ifNoneMatch: ifNoneMatch(request) };
    sendReport(request, response, query.page, await reporting.ListScheduledPayments(asked, response.locals));
  };
}

const payment = z
  .object({
    _id: z.string(),
    name: z.string(),
    amount: shapes.money('What was agreed.'),
    paidAmount: shapes.money('What was paid.'),
    status: z.enum(ScheduledPaymentStatus),
    scheduledPaymentOn: z.iso.datetime({ precision: 3 }).meta({
      description: 'In UTC, with milliseconds.',
      example: '2024-03-01T00:00:00.000Z',
      override: { pattern: undefined },
    }),
    contract: z.object({ ...shapes.contract, team: shapes.team.nullable() }).meta({ id: 'PaymentContract' }),
  })
  .meta({ id: 'ScheduledPayment' });

const statistics = z
  .object({
    contractsCount: shapes.count('Distinct contracts.'),
    scheduledPaymentsCount: shapes.count('Payments.'),
    paidScheduledPaymentsCount: shapes.count('Payments with status paid.'),
    totalScheduledPaymentsPaidAmount: shapes.money('The sum of their `paidAmount`.'),
  })
  .meta({ id: 'ScheduledPaymentsStatistics', description: 'Over all matching payments, not over the page.' });

export const scheduledPaymentsOperation: ZodOpenApiOperationObject = {
  operationId: 'listScheduledPayments',
  summary: 'Scheduled (fixed-price) payments',
  description: 'The payments that are scheduled in the range, page by page.',
  tags: ['Reports'],
  requestParams: { query: z.object(scheduledPaymentsParameters), header: shapes.ifNoneMatch },
  responses: shapes.reportResponses(shapes.reportOf(payment, statistics).meta({ id: 'ScheduledPaymentsReport' })),
};

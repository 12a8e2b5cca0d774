import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { _clientreporting_reporting_ListTimesheetsRequest_SortField as SortField } from '../../proto/generated/clientreporting/reporting/ListTimesheetsRequest.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import { SortOrder } from '../../proto/generated/clientreporting/reporting/SortOrder.ts';
import type { RpcClient } from '../../runtime/rpc-client.ts';
import * as shapes from '../openapi/report.ts';
import { ifNoneMatch, sendReport } from '../pipeline/polling.ts';
import { oneOf, reportQuery, reportParameters, valuesOf } from '../pipeline/query.ts';

export const timesheetsParameters = {
  ...reportParameters,
  sortOrder: oneOf(valuesOf(SortOrder)).default('asc').meta({ description: 'Ascending or descending.' }),
  sortField: oneOf(valuesOf(SortField)).default('contract').meta({
    description:
      '`contract` is its title, `contractor` the last, then the first name, `goMeter` tracked minus manual minutes. Ties are broken by the id.',
  }),
};

const readQuery = reportQuery(timesheetsParameters);

/** GET …/timesheets/list */
export function timesheets(reporting: RpcClient<ReportingDefinition>, maxSpanDays?: number): RequestHandler {
  return async (request, response) => {
    const query = readQuery(request.url, maxSpanDays);
    const asked = { ...query, ifNoneMatch: ifNoneMatch(request) };
    sendReport(request, response, query.page, await reporting.ListTimesheets(asked, response.locals));
  };
}

const statistics = z
  .object({
    billableMinutes: shapes.count('What may be billed.'),
    billedMinutes: shapes.count('What has been billed.'),
    manualMinutes: shapes.count('The part that was entered by hand.'),
    overtimeMinutes: shapes.count('The part beyond the contract’s weekly limit, which is not billed.'),
    trackedMinutes: shapes.count('All time.'),
    activity: z.number().min(0).max(100).meta({
      description:
        'Percentage of the tracker’s time with keyboard or mouse use, two decimals: the mean weighted by the tracker’s minutes; 0 where there are none.',
      example: 61.3,
    }),
    billableAmount: shapes.money('What may be billed.'),
  })
  .meta({ id: 'TimesheetStatistics', description: 'Over days in the range.' });

const timesheet = z
  .object({
    contract: z
      .object({
        ...shapes.contract,
        rate: shapes.money('For an hour.'),
        team: shapes.team.optional().meta({ description: 'Left out where there is none.' }),
      })
      .meta({ id: 'TimesheetContract' }),
    statistics,
  })
  .meta({ id: 'Timesheet' });

export const timesheetsOperation: ZodOpenApiOperationObject = {
  operationId: 'listTimesheets',
  summary: 'Timesheets of hourly contracts',
  description:
    'A row is a contract with at least one day in the range. The statistics at the top are over all matching contracts.',
  tags: ['Reports'],
  requestParams: { query: z.object(timesheetsParameters), header: shapes.ifNoneMatch },
  responses: shapes.reportResponses(shapes.reportOf(timesheet, statistics).meta({ id: 'TimesheetsReport' })),
};

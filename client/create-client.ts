import type { Credentials } from './access-token.ts';
import { createConnection } from './connection.ts';
import { createReport } from './report.ts';
import type { Report } from './report.ts';
import type { components, operations } from './schema.ts';

type Schemas = components['schemas'];
type Query<Operation extends keyof operations> = Exclude<operations[Operation]['parameters']['query'], undefined>;

export { ClientReportingError } from './client-reporting-error.ts';
export type { FileFormat, PagesOptions, Report, RequestOptions } from './report.ts';
export type ScheduledPaymentsParams = Query<'listScheduledPayments'>;
export type ScheduledPaymentsPage = Schemas['ScheduledPaymentsReport'];
export type ScheduledPayment = Schemas['ScheduledPayment'];
export type TimesheetsParams = Query<'listTimesheets'>;
export type TimesheetsPage = Schemas['TimesheetsReport'];
export type Timesheet = Schemas['Timesheet'];

export type ClientOptions = Credentials & {
  /** Address of the API, such as `https://reports.example.com`. */
  baseUrl: string;
};

export type Client = {
  scheduledPayments: Report<ScheduledPaymentsParams, ScheduledPaymentsPage>;
  timesheets: Report<TimesheetsParams, TimesheetsPage>;
};

/** A client of the API. Create one and keep it: it holds the access token, and paces all its requests together. */
export function createClient({ baseUrl, clientId, clientSecret }: ClientOptions): Client {
  const get = createConnection(baseUrl, { clientId, clientSecret });
  return {
    scheduledPayments: createReport(get, '/api/v1/external/reports/client/scheduled-payments/list'),
    timesheets: createReport(get, '/api/v1/external/reports/client/timesheets/list'),
  };
}

import { createConnection } from './connection.js';
import { baseAddress, checkedClientOptions } from './options.js';
import type { CallOptions, ClientOptions } from './options.js';
import type { ChangesOf } from './changes.js';
import { createGet, createReport } from './report.js';
import type { Answer, AnyPage, Report } from './report.js';
import type { components, operations, paths } from './generated/schema.js';

type Schemas = components['schemas'];
type Query<Operation extends keyof operations> = Exclude<operations[Operation]['parameters']['query'], undefined>;

export { ClientReportingError } from './errors.js';
export type { ErrorCode, ErrorDetails, ResponseInfo } from './errors.js';
export type { CallOptions, ClientOptions, Retry } from './options.js';
export type { AnyChanges, ChangedRow, ChangesOptions, SyncOptions } from './changes.js';
export type { Answer, ConditionalOptions, FileFormat, NotModified, PagesOptions, Report, Rows } from './report.js';
export type ScheduledPaymentsParams = Query<'listScheduledPayments'>;
export type ScheduledPaymentsPage = Schemas['ScheduledPaymentsReport'];
export type ScheduledPayment = Schemas['ScheduledPayment'];
export type TimesheetsParams = Query<'listTimesheets'>;
export type TimesheetsPage = Schemas['TimesheetsReport'];
export type Timesheet = Schemas['Timesheet'];
export type ScheduledPaymentChanges = ChangesOf<Schemas['ScheduledPaymentChanges'], Schemas['ScheduledPayment']>;
export type TimesheetChanges = ChangesOf<Schemas['TimesheetChanges'], Schemas['Timesheet']>;

export type ScheduledPaymentsSummaryParams = Query<'getScheduledPaymentsSummary'>;
export type ScheduledPaymentsSummary = Schemas['ScheduledPaymentsSummary'];
export type TimesheetsSummaryParams = Query<'getTimesheetsSummary'>;
export type TimesheetsSummary = Schemas['TimesheetsSummary'];

/** Sums of a report, read as the report is. */
type Sums<Params, Page extends AnyPage> = Pick<Report<Params, Page, never>, 'list' | 'pages' | 'rows' | 'download'>;
type Names<Params, Page extends AnyPage> = Pick<Report<Params, Page, never>, 'list' | 'pages'>;

export type Client = {
  scheduledPaymentsSummary: Sums<ScheduledPaymentsSummaryParams, ScheduledPaymentsSummary>;
  timesheetsSummary: Sums<TimesheetsSummaryParams, TimesheetsSummary>;
  teams: Names<Query<'listTeams'>, Schemas['TeamsList']>;
  contractors: Names<Query<'listContractors'>, Schemas['ContractorsList']>;
  /** The company of the credentials. */
  company: (options?: CallOptions) => Promise<Answer<Schemas['Company']>>;
  scheduledPayments: Report<ScheduledPaymentsParams, ScheduledPaymentsPage, ScheduledPaymentChanges>;
  timesheets: Report<TimesheetsParams, TimesheetsPage, TimesheetChanges>;
};

/**
 * A client of the API. Create one and keep it: it holds the access token, and paces all its requests together.
 * @throws TypeError that names the option which is unknown, missing or wrong
 */
export function createClient(clientOptions: ClientOptions): Client {
  const options = checkedClientOptions(clientOptions);
  const connection = createConnection(baseAddress(options), options, options);
  const reports = Object.entries(names).map(([path, name]) => [name, createReport(connection, path)]);
  return {
    ...(Object.fromEntries(reports) as Omit<Client, 'company'>),
    company: createGet(connection, '/api/v1/external/reports/client/company'),
  };
}

/** Every list and summary of the API: one that the API gets does not compile before it is here. */
const names: Record<Extract<keyof paths, `${string}/list` | `${string}/summary`>, Exclude<keyof Client, 'company'>> = {
  '/api/v1/external/reports/client/scheduled-payments/list': 'scheduledPayments',
  '/api/v1/external/reports/client/scheduled-payments/summary': 'scheduledPaymentsSummary',
  '/api/v1/external/reports/client/timesheets/list': 'timesheets',
  '/api/v1/external/reports/client/timesheets/summary': 'timesheetsSummary',
  '/api/v1/external/reports/client/teams/list': 'teams',
  '/api/v1/external/reports/client/contractors/list': 'contractors',
};

import { _clientreporting_reporting_ListScheduledPaymentsRequest_SortField as PaymentSort } from '../../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import { _clientreporting_reporting_ListTimesheetsRequest_SortField as TimesheetSort } from '../../../proto/generated/clientreporting/reporting/ListTimesheetsRequest.ts';
import { formats } from '../../../services/reporting/exports/export.ts';
import { scheduledPaymentsExport } from '../../../services/reporting/exports/scheduled-payments.ts';
import { timesheetsExport } from '../../../services/reporting/exports/timesheets.ts';
import type { WholeReport } from '../../../services/reporting/exports/whole-report.ts';
import { currentVersion } from '../../../services/reporting/reports/data-version.ts';
import { scheduledPayments } from '../../../services/reporting/reports/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/reports/timesheets.ts';

type Statement = { name: string; text: string };

/** The SQL of every statement that reporting sends for a report, by the name of its file in docs/sql. */
export function sqlFiles(): Record<string, string> {
  return {
    'data-version.sql': fileOf(() => [{ name: 'data-version', text: currentVersion }]),
    'scheduled-payments.sql': fileOf((sortOrder) =>
      requests(Object.values(PaymentSort), sortOrder).map((request) => {
        const { name, text } = scheduledPayments({ ...request, scheduledPaymentStatuses: [] });
        return { name, text: text() };
      }),
    ),
    'timesheets.sql': fileOf((sortOrder) =>
      requests(Object.values(TimesheetSort), sortOrder).map((request) => {
        const { name, text } = timesheets(request);
        return { name, text: text() };
      }),
    ),
    'scheduled-payments-export.sql': fileOf((sortOrder) =>
      exports('scheduled-payments', requests(Object.values(PaymentSort), sortOrder), (request) =>
        scheduledPaymentsExport({ ...request, scheduledPaymentStatuses: [] }),
      ),
    ),
    'timesheets-export.sql': fileOf((sortOrder) =>
      exports('timesheets', requests(Object.values(TimesheetSort), sortOrder), timesheetsExport),
    ),
  };
}

/** Descending statements are written out where they differ by more than the direction. */
function fileOf(statements: (sortOrder: SortOrder) => Statement[]): string {
  const descending = statements('desc');
  const parts = statements('asc').map(({ name, text }, index) => {
    const other = descending[index];
    if (other === undefined || other.text === text) return `-- ${name}\n${text};\n`;
    if (other.text.replaceAll(' desc', ' asc') === text) {
      return `-- ${name}\n-- ${other.name}, with desc for asc\n${text};\n`;
    }
    return `-- ${name}\n${text};\n\n-- ${other.name}\n${other.text};\n`;
  });
  return parts.join('\n');
}

type SortOrder = 'asc' | 'desc';

const range = { companyId: '', fromDate: '2024-01-01', toDate: '2024-12-31' };
const page = { page: 1, itemsPerPage: 10, ifNoneMatch: [] };

function requests<SortField extends string>(sortFields: SortField[], sortOrder: SortOrder) {
  return sortFields.flatMap((sortField) =>
    [[], ['a team']].map((teamIds) => ({ ...range, ...page, teamIds, contractorIds: [], sortField, sortOrder })),
  );
}

function exports<Request extends { sortField: string; sortOrder: SortOrder; teamIds: string[] }>(
  report: string,
  given: Request[],
  exportOf: (request: Request & { format: 'csv' }) => WholeReport,
): Statement[] {
  return given.flatMap((request, index) => {
    const name = `${report}-${request.sortField}-${request.sortOrder}${request.teamIds.length > 0 ? '-filtered' : ''}`;
    const { count, rows } = exportOf({ ...request, format: 'csv' });
    // The format changes nothing but the text of a row, which the first order shows.
    const shown = Object.entries(formats).filter(([format]) => format === 'ndjson' || index === 0);
    return [
      ...(index < 2 ? [{ name: `${name}-count`, text: count }] : []),
      ...shown.map(([format, { text }]) => ({ name: `${name}-${format}`, text: rows(text) })),
    ];
  });
}

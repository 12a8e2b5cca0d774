import type { ReportQuery } from '../api/reports.ts';
import { presets } from '../filters/dates.ts';

/** What each report is asked before anybody has chosen: this year, in the report's own order. */
export function defaultQueries(): Record<ReportQuery['report'], ReportQuery> {
  const common = { ...presets['This year'](new Date()), statuses: [], teamIds: [], contractorIds: [], page: 1 };
  return {
    payments: {
      ...common,
      report: 'payments',
      sortField: 'scheduledPaymentOn',
      sortOrder: 'desc',
      itemsPerPage: 25,
    },
    timesheets: { ...common, report: 'timesheets', sortField: 'contract', sortOrder: 'asc', itemsPerPage: 25 },
  };
}

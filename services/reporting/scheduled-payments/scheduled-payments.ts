import { paymentStatuses, scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { createReport } from '../answers/report.ts';
import type { Report } from '../answers/report.ts';
import { dateSegments, instants } from '../sql/date-segments.ts';
import { rowConditions } from '../sql/filters.ts';
import { jsonOf } from '../sql/json.ts';
import { filters } from './filters.ts';
import { pageOfPayments } from './page.ts';
import { expressions, resultsOf, rowsStatement } from './rows.ts';

/** The payments of a company's fixed-price contracts, with the statistics of all that match. */
export const scheduledPayments: Report = createReport({
  name: 'scheduled-payments',
  definition: scheduledPaymentsDefinition,
  filters,
  derivedValues: ({ fromDate, toDate, scheduledPaymentStatuses }, given) => {
    const range = { fromDate, toDate };
    // Roll-ups can't answer conditions on rows.
    const byRow = rowConditions(filters, given).length > 0;
    return {
      ...instants(range),
      dateSegments: () => dateSegments(range, byRow ? ['day'] : ['day', 'month', 'year']),
      monthSegments: () => dateSegments(range, byRow ? ['day'] : ['day', 'month']),
      daysAndMonths: () => dateSegments(range, ['day', 'month'], 'within'),
      // Roll-ups of contracts have a row for each status and one for any.
      countedStatuses: scheduledPaymentStatuses?.length === paymentStatuses.length ? ['any'] : scheduledPaymentStatuses,
    };
  },
  page: pageOfPayments,
  results: resultsOf(jsonOf(scheduledPaymentsDefinition, expressions)),
  rowsStatement,
});

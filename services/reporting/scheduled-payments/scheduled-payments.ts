import { paymentStatuses, scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { dateSegments, instants } from '../sql/date-segments.ts';
import { jsonOf } from '../sql/json.ts';
import { rowConditions } from '../sql/filters.ts';
import { filterValues } from '../answers/report.ts';
import type { Report } from '../answers/report.ts';
import { filters } from './filters.ts';
import type { PaymentFilters } from './filters.ts';
import { pageOfPayments } from './page.ts';
import type { PaymentSortField } from './page.ts';
import { expressions, resultsOf, rowsStatement } from './rows.ts';

/** The payments of a company's fixed-price contracts, with the statistics of all that match. */
export const scheduledPayments: Report<PaymentSortField, PaymentFilters> = {
  name: 'scheduled-payments',
  definition: scheduledPaymentsDefinition,
  filters,
  // Each status once; all of them where none is given.
  filterValues: (request) => {
    const values = filterValues(scheduledPaymentsDefinition.filters, request);
    return { ...values, scheduledPaymentStatuses: [...new Set(values.scheduledPaymentStatuses ?? paymentStatuses)] };
  },
  derivedValues: ({ fromDate, toDate, scheduledPaymentStatuses, ...given }) => {
    const range = { fromDate, toDate };
    const names = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : name));
    // Roll-ups can't answer conditions on rows.
    const byRow = rowConditions(filters, names).length > 0;
    return {
      ...instants(range),
      dateSegments: JSON.stringify(dateSegments(range, byRow ? ['day'] : ['day', 'month', 'year'])),
      monthSegments: JSON.stringify(dateSegments(range, byRow ? ['day'] : ['day', 'month'])),
      daysAndMonths: JSON.stringify(dateSegments(range, ['day', 'month'], 'within')),
      // Roll-ups of contracts have a row for each status and one for any.
      countedStatuses: scheduledPaymentStatuses?.length === paymentStatuses.length ? ['any'] : scheduledPaymentStatuses,
    };
  },
  page: pageOfPayments,
  results: resultsOf(jsonOf(scheduledPaymentsDefinition, expressions)),
  rowsStatement,
};

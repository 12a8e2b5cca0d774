import { paymentStatuses, scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { dateSegments, instants } from '../sql/date-segments.ts';
import { jsonOf } from '../sql/fields.ts';
import { filterValues } from '../answers/report.ts';
import type { Report } from '../answers/report.ts';
import { choose, waysOf } from './choose.ts';
import type { Way } from './choose.ts';
import { contractsOf, filters } from './filters.ts';
import type { PaymentFilters } from './filters.ts';
import { hints } from './hints.ts';
import { pageOfPayments } from './page.ts';
import type { PaymentSortField } from './page.ts';
import { expressions, resultsOf, rowsStatement } from './rows.ts';
import { paymentsInRange, statistics, totals } from './totals.ts';

/** The payments of a company's fixed-price contracts, with the statistics of all that match. */
export const scheduledPayments: Report<PaymentSortField, PaymentFilters, Way> = {
  name: 'scheduled-payments',
  definition: scheduledPaymentsDefinition,
  filters,
  // Each status once; all of them where none is given.
  filterValues: (request) => {
    const values = filterValues(scheduledPaymentsDefinition.filters, request);
    return { ...values, scheduledPaymentStatuses: [...new Set(values.scheduledPaymentStatuses ?? paymentStatuses)] };
  },
  derivedValues: ({ fromDate, toDate, scheduledPaymentStatuses }) => {
    const all = scheduledPaymentStatuses?.length === paymentStatuses.length;
    return {
      ...instants({ fromDate, toDate }),
      daysAndMonths: JSON.stringify(dateSegments({ fromDate, toDate }, ['month'])),
      // Roll-ups of contracts have a row for each status and one for any, which stands in for five.
      countedStatuses: all ? ['any'] : scheduledPaymentStatuses,
      periodStatuses: all ? ['any', 'paid'] : scheduledPaymentStatuses,
    };
  },
  hints,
  waysOf,
  choose,
  page: (order, way) => {
    const made = totals(way.totals, order.filters);
    return {
      ctes: [contractsOf(order.filters), paymentsInRange(order.filters), ...made.ctes],
      totalCount: 'payments_count',
      statistics: jsonOf(scheduledPaymentsDefinition.statistics, statistics),
      ids: pageOfPayments(way.page, order, made),
    };
  },
  results: resultsOf(jsonOf(scheduledPaymentsDefinition.fields, expressions, scheduledPaymentsDefinition.withoutTeam)),
  rowsStatement,
};

import type { ListScheduledPaymentsRequest__Output } from '../../../proto/generated/clientreporting/reporting/ListScheduledPaymentsRequest.ts';
import { ScheduledPaymentStatus } from '../../../proto/generated/clientreporting/reporting/ScheduledPaymentStatus.ts';
import type { Admitted } from '../admission.ts';
import { dateSegments, wholePeriods } from '../sql/date-segments.ts';
import { filtersContracts, filterValues } from './report-query.ts';
import type { FilterValues, ReportQuery } from './report-query.ts';
import { scheduledPaymentsStatement } from './scheduled-payments-statement.ts';

/** One page of a company's scheduled payments, with the statistics of all that match. */
export function scheduledPayments(
  request: Admitted<ListScheduledPaymentsRequest__Output>,
): ReportQuery<PaymentFilterValues> {
  const { page, itemsPerPage, sortField, sortOrder, ifNoneMatch } = request;
  const filtered = filtersContracts(request);
  return {
    report: 'scheduled-payments',
    name: `scheduled-payments-${sortField}-${sortOrder}${filtered ? '-filtered' : ''}`,
    text: () => scheduledPaymentsStatement(sortField, sortOrder, filtered),
    filters: paymentFilterValues(request),
    dateSegments: () => paymentDateSegments(request, filtered),
    page,
    itemsPerPage,
    ifNoneMatch,
  };
}

type PaymentFilterValues = FilterValues & { statuses: ScheduledPaymentStatus[] };

/** Each status once; all of them where none is given. */
export function paymentFilterValues(
  request: Parameters<typeof filterValues>[0] & { scheduledPaymentStatuses: ScheduledPaymentStatus[] },
): PaymentFilterValues {
  const given = new Set(request.scheduledPaymentStatuses);
  const statuses = given.size > 0 ? [...given] : Object.values(ScheduledPaymentStatus);
  return { ...filterValues(request), statuses };
}

/** The segments that the totals of contracts are summed up from; of a whole company, the periods in which most of them are seen. */
export function paymentDateSegments(range: { fromDate: string; toDate: string }, filtered: boolean): string {
  return JSON.stringify(filtered ? dateSegments(range, ['month', 'year']) : wholePeriods(range));
}

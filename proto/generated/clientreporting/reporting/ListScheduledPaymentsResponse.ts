// Original file: proto/reporting.proto

import type { ScheduledPayment as _clientreporting_reporting_ScheduledPayment, ScheduledPayment__Output as _clientreporting_reporting_ScheduledPayment__Output } from '../../clientreporting/reporting/ScheduledPayment.ts';
import type { Pagination as _clientreporting_reporting_Pagination, Pagination__Output as _clientreporting_reporting_Pagination__Output } from '../../clientreporting/reporting/Pagination.ts';
import type { ScheduledPaymentsStatistics as _clientreporting_reporting_ScheduledPaymentsStatistics, ScheduledPaymentsStatistics__Output as _clientreporting_reporting_ScheduledPaymentsStatistics__Output } from '../../clientreporting/reporting/ScheduledPaymentsStatistics.ts';

export interface ListScheduledPaymentsResponse {
  'results'?: (_clientreporting_reporting_ScheduledPayment)[];
  'pagination'?: (_clientreporting_reporting_Pagination | null);
  'statistics'?: (_clientreporting_reporting_ScheduledPaymentsStatistics | null);
}

export interface ListScheduledPaymentsResponse__Output {
  'results': (_clientreporting_reporting_ScheduledPayment__Output)[];
  'pagination': (_clientreporting_reporting_Pagination__Output | null);
  'statistics': (_clientreporting_reporting_ScheduledPaymentsStatistics__Output | null);
}

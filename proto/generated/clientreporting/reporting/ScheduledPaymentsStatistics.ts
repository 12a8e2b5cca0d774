// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface ScheduledPaymentsStatistics {
  'contractsCount'?: (number | string | Long);
  'scheduledPaymentsCount'?: (number | string | Long);
  'paidScheduledPaymentsCount'?: (number | string | Long);
  'totalScheduledPaymentsPaidAmount'?: (number | string);
}

export interface ScheduledPaymentsStatistics__Output {
  'contractsCount': (number);
  'scheduledPaymentsCount': (number);
  'paidScheduledPaymentsCount': (number);
  'totalScheduledPaymentsPaidAmount': (number);
}

// Original file: proto/reporting.proto

import type { Long } from '@grpc/proto-loader';

export interface TimesheetStatistics {
  'billableMinutes'?: (number | string | Long);
  'billedMinutes'?: (number | string | Long);
  'manualMinutes'?: (number | string | Long);
  'overtimeMinutes'?: (number | string | Long);
  'trackedMinutes'?: (number | string | Long);
  'activity'?: (number | string);
  'billableAmount'?: (number | string);
}

export interface TimesheetStatistics__Output {
  'billableMinutes': (number);
  'billedMinutes': (number);
  'manualMinutes': (number);
  'overtimeMinutes': (number);
  'trackedMinutes': (number);
  'activity': (number);
  'billableAmount': (number);
}

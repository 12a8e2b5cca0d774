// Original file: proto/reporting.proto

import type { ScheduledPaymentStatus as _clientreporting_reporting_ScheduledPaymentStatus, ScheduledPaymentStatus__Output as _clientreporting_reporting_ScheduledPaymentStatus__Output } from '../../clientreporting/reporting/ScheduledPaymentStatus.ts';

export interface ChangesRequest {
  'teamIds'?: (string)[];
  'contractorIds'?: (string)[];
  'scheduledPaymentStatuses'?: (_clientreporting_reporting_ScheduledPaymentStatus)[];
  'fromDate'?: (string);
  'toDate'?: (string);
  'since'?: (string);
  'leastVersion'?: (string);
  'report'?: (string);
  'minAmount'?: (string);
  'maxAmount'?: (string);
}

export interface ChangesRequest__Output {
  'teamIds': (string)[];
  'contractorIds': (string)[];
  'scheduledPaymentStatuses': (_clientreporting_reporting_ScheduledPaymentStatus__Output)[];
  'fromDate': (string);
  'toDate': (string);
  'since': (string);
  'leastVersion': (string);
  'report': (string);
  'minAmount': (string);
  'maxAmount': (string);
}

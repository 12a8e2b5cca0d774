// Original file: proto/reporting.proto

import type { Person as _clientreporting_reporting_Person, Person__Output as _clientreporting_reporting_Person__Output } from '../../clientreporting/reporting/Person.ts';
import type { Team as _clientreporting_reporting_Team, Team__Output as _clientreporting_reporting_Team__Output } from '../../clientreporting/reporting/Team.ts';

export interface _clientreporting_reporting_ScheduledPayment_Contract {
  '_id'?: (string);
  'title'?: (string);
  'contractor'?: (_clientreporting_reporting_Person | null);
  'employer'?: (_clientreporting_reporting_Person | null);
  'team'?: (_clientreporting_reporting_Team | null);
}

export interface _clientreporting_reporting_ScheduledPayment_Contract__Output {
  '_id': (string);
  'title': (string);
  'contractor': (_clientreporting_reporting_Person__Output | null);
  'employer': (_clientreporting_reporting_Person__Output | null);
  'team': (_clientreporting_reporting_Team__Output | null);
}

// Original file: proto/reporting.proto

export const _clientreporting_reporting_ScheduledPayment_Status = {
  upcoming: 'upcoming',
  processing: 'processing',
  failed: 'failed',
  paid: 'paid',
  deleted: 'deleted',
} as const;

export type _clientreporting_reporting_ScheduledPayment_Status =
  | 'upcoming'
  | 0
  | 'processing'
  | 1
  | 'failed'
  | 2
  | 'paid'
  | 3
  | 'deleted'
  | 4

export type _clientreporting_reporting_ScheduledPayment_Status__Output = typeof _clientreporting_reporting_ScheduledPayment_Status[keyof typeof _clientreporting_reporting_ScheduledPayment_Status]

export interface ScheduledPayment {
  '_id'?: (string);
  'name'?: (string);
  'amount'?: (number | string);
  'paidAmount'?: (number | string);
  'status'?: (_clientreporting_reporting_ScheduledPayment_Status);
  'scheduledPaymentOn'?: (string);
  'contract'?: (_clientreporting_reporting_ScheduledPayment_Contract | null);
}

export interface ScheduledPayment__Output {
  '_id': (string);
  'name': (string);
  'amount': (number);
  'paidAmount': (number);
  'status': (_clientreporting_reporting_ScheduledPayment_Status__Output);
  'scheduledPaymentOn': (string);
  'contract': (_clientreporting_reporting_ScheduledPayment_Contract__Output | null);
}

// Original file: proto/reporting.proto

export const ScheduledPaymentStatus = {
  upcoming: 'upcoming',
  processing: 'processing',
  failed: 'failed',
  paid: 'paid',
  deleted: 'deleted',
} as const;

export type ScheduledPaymentStatus =
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

export type ScheduledPaymentStatus__Output = typeof ScheduledPaymentStatus[keyof typeof ScheduledPaymentStatus]

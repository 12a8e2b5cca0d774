// Original file: proto/reporting.proto

export const ExportFormat = {
  csv: 'csv',
  ndjson: 'ndjson',
  xlsx: 'xlsx',
  parquet: 'parquet',
} as const;

export type ExportFormat =
  | 'csv'
  | 0
  | 'ndjson'
  | 1
  | 'xlsx'
  | 2
  | 'parquet'
  | 3

export type ExportFormat__Output = typeof ExportFormat[keyof typeof ExportFormat]

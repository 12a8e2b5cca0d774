import type { Request } from 'express';
import type { ExportFormat } from '../../proto/generated/clientreporting/reporting/ExportFormat.ts';

export type Format = keyof typeof exportTypes;

export const exportTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<keyof typeof ExportFormat, string>;

/** The format of the file that the Accept header prefers to JSON; undefined for JSON, which is the default. */
export function exportFormatOf(request: Request): Format | undefined {
  const accepted = request.accepts(['application/json', ...Object.values(exportTypes)]);
  return (Object.keys(exportTypes) as Format[]).find((format) => exportTypes[format] === accepted);
}

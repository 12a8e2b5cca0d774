import accepts from 'accepts';
import type { Request } from 'express';
import { ApiError } from '../../proto/errors.ts';
import type { ExportFormat } from '../../proto/generated/clientreporting/reporting/ExportFormat.ts';

export type Format = keyof typeof exportTypes;

export const exportTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<keyof typeof ExportFormat, string>;

const json = 'application/json';

/** Other names in use. They come last, so that `text/*` is CSV and `application/*` JSON. */
const usualNames: Record<string, string> = {
  'application/csv': exportTypes.csv,
  'application/ndjson': exportTypes.ndjson,
  'application/jsonl': exportTypes.ndjson,
  'application/parquet': exportTypes.parquet,
};

/**
 * The format of the file that the Accept header prefers to JSON; undefined for JSON, which is the default.
 * @throws ApiError `not_acceptable`
 */
export function exportFormatOf(request: Request): Format | undefined {
  const type = acceptedType(request, [json, ...Object.values(exportTypes)]);
  return (Object.keys(exportTypes) as Format[]).find((format) => exportTypes[format] === type);
}

/** @throws ApiError `not_acceptable` */
export function requireJsonAccepted(request: Request): void {
  acceptedType(request, [json]);
}

function acceptedType({ headers }: Request, types: string[]): string {
  const accept = withoutParameters(headers.accept ?? '');
  if (accept === '' || accept === '*/*') return json;
  const others = Object.keys(usualNames).filter((name) => types.includes(usualNames[name] ?? ''));
  const accepted = accepts({ headers: { accept } } as Request).type([...types, ...others]);
  if (accepted === false) {
    const message = `The Accept header names no media type that this path has. It has ${types.join(', ')}.`;
    throw new ApiError('not_acceptable', { message });
  }
  return usualNames[String(accepted)] ?? String(accepted);
}

/** Without all but `q`: a charset or a profile does not make it another type. */
function withoutParameters(accept: string): string {
  return accept.replace(/;\s*(?!\s|q\s*=)[^;,="]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/gi, '').trim();
}

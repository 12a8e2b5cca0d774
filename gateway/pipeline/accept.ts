import type { ExportFormat } from '../../proto/generated/clientreporting/reporting/ExportFormat.ts';

/** The media types that a whole report can be had as. */
export const exportTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<keyof typeof ExportFormat, string>;

/**
 * The format of export that an Accept header wants more than JSON; undefined for JSON, which is what whoever leaves it
 * open gets, or asks for nothing that we have.
 */
export function exportFormatOf(accept: string | undefined): keyof typeof exportTypes | undefined {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  let preferred: keyof typeof exportTypes | undefined;
  let highest = qualityOf('application/json', ranges);
  for (const [format, type] of Object.entries(exportTypes) as [keyof typeof exportTypes, string][]) {
    const quality = qualityOf(type, ranges);
    if (quality > highest) [preferred, highest] = [format, quality];
  }
  return preferred;
}

type Range = { type: string; quality: number };

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters
    .map((parameter) => /^q *= *(.*)$/.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { type, quality: weight === undefined ? 1 : /^(0(\.\d*)?|1(\.0*)?)$/.test(weight) ? Number(weight) : 0 };
}

/** That of the most specific range that the type is in. */
function qualityOf(type: string, ranges: Range[]): number {
  const [family = ''] = type.split('/');
  for (const pattern of [type, `${family}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range) return range.quality;
  }
  return 0;
}

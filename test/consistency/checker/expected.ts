import { definitions } from '../../sample-report/definitions.ts';
import { flattened, written } from '../../support/reports/exports.ts';
import type { ReportData } from '../../support/reports/reference-implementation.ts';
import { expected } from '../../support/reports/references.ts';
import type { Answer } from './history.ts';

/** The bytes of the answer if the rows were these, but for white space between the tokens of JSON. */
export function expectedBody(rows: ReportData, { report, format, query }: Answer): string {
  if (format === 'json') return written(expected(report, rows, query));
  const { results } = expected(report, rows, { ...query, page: 1, itemsPerPage: Infinity });
  if (format === 'ndjson') return results.map((result) => `${written(result)}\n`).join('');
  const { fields } = definitions[report];
  const lines = results.map((row) => Object.values(flattened(fields, row)).map(csvCell));
  return [Object.keys(fields), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** The answer without that white space. */
export function comparable({ format, body }: Pick<Answer, 'format' | 'body'>): string {
  if (format === 'csv') return body;
  return body.replaceAll(format === 'json' ? /("(?:[^"\\]|\\.)*")|\s+/g : /("(?:[^"\\]|\\.)*")|[ \t]+/g, '$1');
}

function csvCell(text: string): string {
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

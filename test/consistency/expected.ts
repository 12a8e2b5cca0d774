import { scheduledPaymentsDefinition } from '../../proto/scheduled-payments.ts';
import { timesheetsDefinition } from '../../proto/timesheets.ts';
import { flattened } from '../support/exports.ts';
import { reckonPayments, reckonTimesheets } from '../support/reckoning.ts';
import type { World } from '../support/reckoning.ts';
import type { Answer } from './history.ts';

const reports = {
  payments: { reckon: reckonPayments, columns: Object.keys(scheduledPaymentsDefinition.fields) },
  timesheets: { reckon: reckonTimesheets, columns: Object.keys(timesheetsDefinition.fields) },
};

/** The bytes of the answer if the rows were these, but for white space between the tokens of JSON. */
export function expectedBody(rows: World, { report, format, question }: Answer): string {
  const { reckon, columns } = reports[report];
  if (format === 'json') return JSON.stringify(reckon(rows, question));
  const { results } = reckon(rows, { ...question, page: 1, itemsPerPage: Infinity });
  if (format === 'ndjson') return results.map((result) => `${JSON.stringify(result)}\n`).join('');
  const lines = results.map(flattened).map((row) => columns.map((column) => csvCell(row[column] ?? '')));
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** The answer without that white space. */
export function comparable({ format, body }: Pick<Answer, 'format' | 'body'>): string {
  if (format === 'csv') return body;
  return body.replaceAll(format === 'json' ? /("(?:[^"\\]|\\.)*")|\s+/g : /("(?:[^"\\]|\\.)*")|[ \t]+/g, '$1');
}

function csvCell(text: string): string {
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

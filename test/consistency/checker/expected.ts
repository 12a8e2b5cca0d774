import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { timesheetsDefinition } from '../../../proto/timesheets.ts';
import { flattened } from '../../support/reports/exports.ts';
import {
  expectedPayments,
  expectedPaymentsSummary,
  expectedTimesheets,
  expectedTimesheetsSummary,
} from '../../support/reports/reference-implementation.ts';
import type { Question, ReportData, SummaryQuestion } from '../../support/reports/reference-implementation.ts';
import type { Answer } from './history.ts';

const reports = {
  payments: {
    list: expectedPayments,
    sums: expectedPaymentsSummary,
    columns: Object.keys(scheduledPaymentsDefinition.fields),
  },
  timesheets: {
    list: expectedTimesheets,
    sums: expectedTimesheetsSummary,
    columns: Object.keys(timesheetsDefinition.fields),
  },
};

/** The bytes of the answer if the rows were these, but for white space between the tokens of JSON. */
export function expectedBody(rows: ReportData, { report, format, question }: Answer): string {
  const { list, sums, columns } = reports[report];
  const reference = (asked: Question | SummaryQuestion) => ('groupBy' in asked ? sums(rows, asked) : list(rows, asked));
  if (format === 'json') return JSON.stringify(reference(question));
  const { results } = reference({ ...question, page: 1, itemsPerPage: Infinity });
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

import fc from 'fast-check';
import type { ReportDefinition } from '../../../proto/report.ts';
import { definitions } from '../../sample-report/definition.ts';
import { questions, summaryQuestions } from './random-data.ts';
import {
  expectedPaidContracts,
  expectedPaidContractsSummary,
  expectedPayments,
  expectedPaymentsSummary,
  expectedTimesheets,
  expectedTimesheetsSummary,
} from './reference-implementation.ts';
import type { Question, ReportData, SummaryQuestion } from './reference-implementation.ts';

/** The reports that the searches ask: those of the product and the sample. */
export type AskedReport = keyof typeof definitions;

export const askedReports = Object.keys(definitions) as AskedReport[];

export type Expected = {
  results: object[];
  pagination: { pagesCount: number; totalCount: number };
  statistics: Record<string, number>;
};

const lists: Record<AskedReport, (reportData: ReportData, question: Question) => Expected> = {
  'scheduled-payments': expectedPayments,
  timesheets: expectedTimesheets,
  'paid-contracts': expectedPaidContracts,
};

const sums: Record<AskedReport, (reportData: ReportData, question: SummaryQuestion) => Expected> = {
  'scheduled-payments': expectedPaymentsSummary,
  timesheets: expectedTimesheetsSummary,
  'paid-contracts': expectedPaidContractsSummary,
};

/** A page of a report, or of its sums where the question has groups, as the reference implementation has it. */
export function expected(report: AskedReport, reportData: ReportData, asked: Question | SummaryQuestion): Expected {
  const named = { ...asked, sortField: sortFieldOf(report, asked) };
  return 'groupBy' in named ? sums[report](reportData, named) : lists[report](reportData, named);
}

/** The name that the service has for it. Sums have no other names. */
export function sortFieldOf(report: AskedReport, asked: Question | SummaryQuestion): string {
  const { sortFieldAliases }: ReportDefinition = definitions[report];
  const { sortField } = asked;
  return ('groupBy' in asked ? undefined : sortFieldAliases[sortField]) ?? sortField;
}

export type AskedQuestions = { report: AskedReport; questions: (Question | SummaryQuestion)[] }[];

/** So many random questions of each report, and as many of its sums. */
export function askedQuestions(count: number, withSums = true): fc.Arbitrary<AskedQuestions> {
  const many = { minLength: count, maxLength: count };
  const ofReports = askedReports.map((report) => {
    const definition = definitions[report];
    const rows = fc.array(questions(definition), many);
    const all = withSums
      ? fc.tuple(rows, fc.array(summaryQuestions(definition), many)).map((both) => both.flat())
      : rows;
    return all.map((asked) => ({ report, questions: asked }));
  });
  return fc.tuple(...ofReports);
}

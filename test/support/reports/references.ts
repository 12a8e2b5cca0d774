import fc from 'fast-check';
import type { ReportDefinition } from '../../../proto/report.ts';
import { definitions } from '../../sample-report/definition.ts';
import { queries, summaryQueries } from './random-data.ts';
import {
  expectedPaidContracts,
  expectedPaidContractsSummary,
  expectedPayments,
  expectedPaymentsSummary,
  expectedTimesheets,
  expectedTimesheetsSummary,
} from './reference-implementation.ts';
import type { ReportQuery, ReportData, SummaryQuery } from './reference-implementation.ts';

/** The reports that the searches request: those of the product and the sample. */
export type TestedReport = keyof typeof definitions;

export const testedReports = Object.keys(definitions) as TestedReport[];

/** Those that say what changed. */
export const copiedReports = testedReports.filter((name) => 'changes' in definitions[name]);

export type Expected = {
  results: object[];
  pagination: { pagesCount: number; totalCount: number };
  statistics: Record<string, number>;
};

const lists: Record<TestedReport, (reportData: ReportData, query: ReportQuery) => Expected> = {
  'scheduled-payments': expectedPayments,
  timesheets: expectedTimesheets,
  'paid-contracts': expectedPaidContracts,
};

type SummedReport = {
  [Name in TestedReport]: (typeof definitions)[Name] extends { sums: object } ? Name : never;
}[TestedReport];

const sums: Record<SummedReport, (reportData: ReportData, query: SummaryQuery) => Expected> = {
  'scheduled-payments': expectedPaymentsSummary,
  timesheets: expectedTimesheetsSummary,
  'paid-contracts': expectedPaidContractsSummary,
};

/** A page of a report, or of its sums where the query has groups, as the reference implementation has it. */
export function expected(report: TestedReport, reportData: ReportData, query: ReportQuery | SummaryQuery): Expected {
  const named = { ...query, sortField: sortFieldOf(report, query) };
  return 'groupBy' in named ? sums[report](reportData, named) : lists[report](reportData, named);
}

/** The name that the service has for it. Sums have no other names. */
export function sortFieldOf(report: TestedReport, query: ReportQuery | SummaryQuery): string {
  const { sortFieldAliases }: ReportDefinition = definitions[report];
  const { sortField } = query;
  return ('groupBy' in query ? undefined : sortFieldAliases[sortField]) ?? sortField;
}

export type RandomQueries = { report: TestedReport; queries: (ReportQuery | SummaryQuery)[] }[];

/** So many random queries of each report, and as many of its sums. */
export function randomQueries(count: number, withSums = true): fc.Arbitrary<RandomQueries> {
  const many = { minLength: count, maxLength: count };
  const ofReports = testedReports.map((report) => {
    const definition: ReportDefinition = definitions[report];
    const rows = fc.array(queries(definition), many);
    const { sums: summed } = definition;
    const all =
      withSums && summed
        ? fc.tuple(rows, fc.array(summaryQueries({ ...definition, sums: summed }), many)).map((both) => both.flat())
        : rows;
    return all.map((each) => ({ report, queries: each }));
  });
  return fc.tuple(...ofReports);
}

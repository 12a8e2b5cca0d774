import fc from 'fast-check';
import type { ReportDefinition } from '../../../proto/report.ts';
import { definitions } from '../../sample-report/definitions.ts';
import { queries, summaryQueries } from './random-data.ts';
import {
  daysIn,
  expectedContracts,
  expectedPayments,
  expectedPlainContracts,
  expectedSums,
  paidStatistics,
  paymentsIn,
  paymentSums,
  timesheetStatistics,
} from './reference-implementation.ts';
import type { ReportQuery, ReportData, SummaryQuery } from './reference-implementation.ts';

/** The reports that the searches request: those of the product and the sample. */
export type TestedReport = keyof typeof definitions;

export const testedReports = Object.keys(definitions) as TestedReport[];

/** Those that say what changed. */
export const copiedReports = testedReports.filter((name) => 'changes' in definitions[name]);

type Expected<Query> = (
  reportData: ReportData,
  query: Query,
) => { results: object[]; pagination: { pagesCount: number; totalCount: number }; statistics: Record<string, number> };

const references: Record<TestedReport, { list: Expected<ReportQuery>; sums?: Expected<SummaryQuery> }> = {
  'scheduled-payments': { list: expectedPayments, sums: expectedSums(paymentsIn, paymentSums) },
  timesheets: {
    list: expectedContracts(daysIn, timesheetStatistics, (of) => ({
      trackedTime: of.trackedMinutes,
      activity: of.activity,
      goMeter: Number(of.trackedMinutes) - Number(of.manualMinutes),
      manual: of.manualMinutes,
      overtime: of.overtimeMinutes,
      billableTime: of.billableMinutes,
      billableAmount: of.billableAmount,
    })),
    sums: expectedSums(daysIn, timesheetStatistics),
  },
  'paid-contracts': {
    list: expectedContracts(paymentsIn, paidStatistics, ({ paidAmount }) => ({ paidAmount })),
    sums: expectedSums(paymentsIn, paidStatistics),
  },
  contracts: { list: expectedPlainContracts },
};

/** A page of a report, or of its sums where the query has groups, as the reference implementation has it. Sums have no other names to sort by. */
export function expected(report: TestedReport, reportData: ReportData, query: ReportQuery | SummaryQuery) {
  const { list, sums } = references[report];
  if ('groupBy' in query) {
    if (!sums) throw new Error(`${report} has no sums`);
    return sums(reportData, query);
  }
  const { sortFieldAliases }: ReportDefinition = definitions[report];
  return list(reportData, {
    ...query,
    sortField: sortFieldAliases[query.sortField] ?? query.sortField,
  });
}

/** Random queries of a report, and of its sums where it has them. */
export function queriesOf(report: TestedReport): {
  rows: fc.Arbitrary<ReportQuery>;
  sums?: fc.Arbitrary<SummaryQuery>;
} {
  const definition: ReportDefinition = definitions[report];
  const { sums } = definition;
  return { rows: queries(definition), ...(sums && { sums: summaryQueries({ ...definition, sums }) }) };
}

export type RandomQueries = { report: TestedReport; queries: (ReportQuery | SummaryQuery)[] }[];

/** So many random queries of each report, and as many of its sums. */
export function randomQueries(count: number): fc.Arbitrary<RandomQueries> {
  const many = { minLength: count, maxLength: count };
  const ofReports = testedReports.map((report) => {
    const { rows, sums } = queriesOf(report);
    const ofSums = sums ? fc.array(sums, many) : fc.constant([]);
    return fc.tuple(fc.array(rows, many), ofSums).map((both) => ({ report, queries: both.flat() }));
  });
  return fc.tuple(...ofReports);
}

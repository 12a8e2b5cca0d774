import type { TestedReport } from '../../support/reports/references.ts';
import type { ReportQuery, ReportData, SummaryQuery } from '../../support/reports/reference-implementation.ts';

/** What a run recorded, and all that the checker knows. Times are in milliseconds, by one clock. */
export type History = {
  writers: Writer[];
  /** In the order in which they were received. */
  answers: Answer[];
  /** Whether all reports were read from one server: then no caller sees an older state than before. */
  isOneServer: boolean;
};

/** No two writers write the same rows. */
export type Writer = {
  /** Companies whose reports show rows of this writer. */
  companies: string[];
  /** The first one is what the writer began with. */
  commits: Commit[];
};

/** It took effect at some time between `sentAt` and `confirmedAt`. */
export type Commit = {
  sentAt: number;
  confirmedAt: number;
  /** All rows of the writer from then on. */
  rows: ReportData;
};

export type Answer = {
  caller: number;
  report: TestedReport;
  format: 'json' | 'csv' | 'ndjson';
  /** With groups, it is of the sums of the report. */
  query: ReportQuery | SummaryQuery;
  sentAt: number;
  receivedAt: number;
  etag: string | null;
  /** Of a 304, that of the answer which the caller had. */
  body: string;
};

import assert from 'node:assert/strict';
import type pg from 'pg';
import { ApiError } from '../../proto/errors.ts';
import { decodeVersion, encodeVersion } from '../../proto/report-version.ts';
import { copiedReportNamed } from '../../services/reporting/reports.ts';
import { sampleReports } from '../sample-report/reports.ts';
import { firstPage } from '../support/reports/first-page.ts';
import { openReports } from '../support/reports/open-reports.ts';
import { copiedReports, expected } from '../support/reports/references.ts';
import type { TestedReport } from '../support/reports/references.ts';
import type { ReportQuery, ReportData } from '../support/reports/reference-implementation.ts';
import { queriesOf } from './queries.ts';

type Copy = { report: TestedReport; query: ReportQuery; rows: Map<string, object>; version: string };
type Answer = {
  results: ({ _id: string; removed: boolean } & object)[];
  totalCount: number;
  statistics: object;
};

/** Brings copies of reports up to date by `/changes`, in the transaction of the client, and holds each against the rows. */
export type Keeper = (reportData: ReportData) => Promise<void>;

export function createKeeper(client: pg.Client): Keeper {
  const { readChanges } = openReports(inItsTransaction(client));
  const copies: Copy[] = copiedReports.flatMap((report) =>
    queriesOf[report].map((query) => ({
      ...{ report, rows: new Map<string, object>(), version: '' },
      query: { ...query, page: 1, itemsPerPage: 100 },
    })),
  );
  let turn = 0;

  const requestChanges = async (copy: Copy) => {
    const request = firstPage({ ...copy.query, since: copy.version });
    const { json, version, more } = await readChanges(
      copiedReportNamed(sampleReports, copy.report),
      request,
      AbortSignal.timeout(20_000),
    );
    return { ...(JSON.parse(json.toString()) as Answer), version, more };
  };
  const apply = (copy: Copy, results: Answer['results'], version: string) => {
    for (const { _id, removed, ...row } of results) {
      if (removed) copy.rows.delete(_id);
      else copy.rows.set(_id, copy.report === 'scheduled-payments' ? { _id, ...row } : row);
    }
    copy.version = version;
  };
  const update = async (copy: Copy): Promise<Answer> => {
    for (;;) {
      const answer = await requestChanges(copy);
      apply(copy, answer.results, answer.version);
      if (!answer.more) return answer;
    }
  };
  /** Takes half of the rows, with the version that an answer of so few rows would have. */
  const updateInPart = async (copy: Copy): Promise<void> => {
    const since = copy.version === '' ? undefined : decodeVersion(copy.version)?.seen;
    const { results, version, more } = await requestChanges(copy);
    const state = decodeVersion(version)?.seen;
    const afterKey = results.map(({ _id }) => _id).toSorted()[Math.floor(results.length / 2) - 1];
    if (more || !state || afterKey === undefined) {
      apply(copy, results, version);
      return;
    }
    const part = results.filter(({ _id }) => _id <= afterKey);
    apply(copy, part, encodeVersion(state, { since, until: state, afterKey }));
  };

  return async (reportData) => {
    turn += 1;
    // Some lag behind, and some have one part and wait for the rest.
    for (const [index, copy] of copies.entries()) {
      const turns = turn / (1 + (index % 4));
      if (!Number.isInteger(turns)) continue;
      const work = turns % 3 === 0 ? updateInPart : update;
      const answer = await work(copy).catch((error: unknown) => {
        if (!isTruncationOrRebuild(error)) throw error;
        Object.assign(copy, { rows: new Map(), version: '' });
        return update(copy);
      });
      if (!answer) continue;
      const { results, pagination, statistics } = expected(copy.report, reportData, copy.query);
      const name = `${copy.report} ${JSON.stringify(copy.query)}`;
      assert.deepEqual(sorted([...copy.rows.values()]), sorted(results), `a copy of ${name}`);
      assert.deepEqual(
        [answer.totalCount, answer.statistics],
        [pagination.totalCount, statistics],
        `totals of ${name}`,
      );
    }
  };
}

function isTruncationOrRebuild(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.message.includes('all rows of a table were deleted at once, or the roll-ups were repaired')
  );
}

function sorted(rows: object[]): object[] {
  const byText = rows.map((row) => [JSON.stringify(row), row] as const);
  return byText.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** The client, whose transaction stays as it is. */
function inItsTransaction(client: pg.Client): pg.Client {
  const query = (statement: string | { text: string }) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    return /^(begin|rollback)/.test(text) ? Promise.resolve({ rows: [] }) : client.query(statement);
  };
  return Object.assign(Object.create(client) as pg.Client, { query });
}

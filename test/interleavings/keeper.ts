import assert from 'node:assert/strict';
import type pg from 'pg';
import { ApiError } from '../../proto/errors.ts';
import type { Report } from '../../services/reporting/answers/report.ts';
import { scheduledPayments } from '../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../services/reporting/timesheets/timesheets.ts';
import { firstPage } from '../support/reports/first-page.ts';
import { openReports } from '../support/reports/open-reports.ts';
import { expectedPayments, expectedTimesheets } from '../support/reports/reference-implementation.ts';
import type { Question, ReportData } from '../support/reports/reference-implementation.ts';
import { paymentQuestions, timesheetQuestions } from './questions.ts';

type Expected = (
  reportData: ReportData,
  question: Question,
) => ReturnType<typeof expectedPayments | typeof expectedTimesheets>;
type Copy = { report: Report; question: Question; expected: Expected; rows: Map<string, object>; version: string };
type Answer = {
  results: ({ _id: string; removed: boolean } & object)[];
  totalCount: number;
  statistics: object;
};

/** Brings copies of reports up to date by `/changes`, in the transaction of the client, and holds each against the rows. */
export type Keeper = (reportData: ReportData) => Promise<void>;

export function createKeeper(client: pg.Client): Keeper {
  const { readChanges } = openReports(inItsTransaction(client));
  const copyOf = (report: Report, expected: Expected) => (question: Question) => ({
    ...{ report, expected, rows: new Map<string, object>(), version: '' },
    question: { ...question, page: 1, itemsPerPage: 100 },
  });
  const copies: Copy[] = [
    ...paymentQuestions.map(copyOf(scheduledPayments, expectedPayments)),
    ...timesheetQuestions.map(copyOf(timesheets, expectedTimesheets)),
  ];
  let turn = 0;

  const update = async (copy: Copy): Promise<Answer> => {
    const { statuses, ...question } = copy.question;
    const request = { ...firstPage, ...question, scheduledPaymentStatuses: statuses as never[], since: copy.version };
    const { json, version, more } = await readChanges(copy.report, request, AbortSignal.timeout(20_000));
    assert.equal(more, false, 'there are few rows');
    const answer = JSON.parse(json.toString()) as Answer;
    for (const { _id, removed, ...row } of answer.results) {
      if (removed) copy.rows.delete(_id);
      else copy.rows.set(_id, copy.report === timesheets ? row : { _id, ...row });
    }
    copy.version = version;
    return answer;
  };

  return async (reportData) => {
    turn += 1;
    // Some lag behind.
    for (const copy of copies.filter((_, index) => turn % (1 + (index % 4)) === 0)) {
      const answer = await update(copy).catch((error: unknown) => {
        if (!isTruncation(error)) throw error;
        Object.assign(copy, { rows: new Map(), version: '' });
        return update(copy);
      });
      const { results, pagination, statistics } = copy.expected(reportData, copy.question);
      const name = `${copy.report.name} ${JSON.stringify(copy.question)}`;
      assert.deepEqual(sorted([...copy.rows.values()]), sorted(results), `a copy of ${name}`);
      assert.deepEqual(
        [answer.totalCount, answer.statistics],
        [pagination.totalCount, statistics],
        `totals of ${name}`,
      );
    }
  };
}

function isTruncation(error: unknown): boolean {
  return error instanceof ApiError && error.message.includes('all rows of a table were deleted at once');
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

import { testedReports } from '../../support/reports/references.ts';
import { expect, it } from '@jest/globals';
import { en, Faker } from '@faker-js/faker';
import type { ReportQuery } from '../../support/reports/reference-implementation.ts';
import { check } from './checker.ts';
import { expectedBody } from './expected.ts';
import type { Answer, History } from './history.ts';
import { initialRows, parts } from '../initial-rows.ts';
import { rowsOf } from './states.ts';
import type { State } from './states.ts';

const everything: ReportQuery = {
  companyId: 'acme',
  fromDate: '2020-01-01',
  toDate: '2030-12-31',
  sortField: 'contract',
  sortOrder: 'asc',
  page: 1,
  itemsPerPage: 100,
};

/** Two writers of a company: the first commits at 100 and 200, the second at 150, each within 20 ms. */
const history: History = {
  writers: parts.slice(0, 3).map((part, index) => ({
    companies: ['acme'],
    commits: [{ sentAt: 0, confirmedAt: 0, rows: initialRows(part, new Faker({ locale: en, seed: index })) }],
  })),
  answers: [],
  isOneServer: true,
};
commit(1, 100);
commit(1, 200);
commit(2, 150);

function commit(writer: number, sentAt: number): void {
  const commits = history.writers[writer]?.commits ?? [];
  const rows = commits.at(-1)?.rows;
  if (!rows) throw new Error('a writer begins with rows');
  const payments = rows.payments.map((payment) => ({ ...payment, paidCents: payment.paidCents + 1 }));
  commits.push({ sentAt, confirmedAt: sentAt + 20, rows: { ...rows, payments, days: rows.days.slice(1) } });
}

/** The answer of a state, sent and received then. */
function answerOf(state: State, sentAt: number, receivedAt: number, given: Partial<Answer> = {}): Answer {
  const answer: Answer = {
    caller: 1,
    report: 'scheduled-payments',
    format: 'json',
    query: everything,
    sentAt,
    receivedAt,
    etag: state.join(),
    body: '',
    ...given,
  };
  return { ...answer, body: expectedBody(rowsOf(history, state), answer) };
}

const reasons = (...answers: Answer[]) => check({ ...history, answers }).map(({ reason }) => reason);
const unexplained = [expect.stringMatching(/^none of \d+ committed states explains it$/)];
const formats = ['json', 'csv', 'ndjson'] as const;
const reports = testedReports;

it('The checker accepts each state between request and response', () => {
  expect(reasons(answerOf([0, 0, 0], 10, 20))).toEqual([]);
  expect(reasons(answerOf([0, 0, 0], 90, 110), answerOf([0, 1, 0], 110, 130))).toEqual([]);
  expect(reasons(answerOf([0, 1, 0], 160, 205), answerOf([0, 2, 1], 206, 210))).toEqual([]);
  for (const report of reports) {
    for (const format of formats) expect(reasons(answerOf([0, 1, 1], 180, 190, { report, format }))).toEqual([]);
  }
});

it('The checker accepts white space between the tokens of JSON, and refuses it within them', () => {
  const answer = answerOf([0, 0, 0], 10, 20);
  expect(reasons({ ...answer, body: answer.body.replaceAll('":', '" : ').replaceAll('},', '}, \n ') })).toEqual([]);
  expect(reasons({ ...answer, body: answer.body.replace('"Team"', '"Te am"') })).toEqual(unexplained);
});

it.each(reports.flatMap((report) => formats.map((format) => [report, format] as const)))(
  'The checker rejects one wrong digit, one lost row, one row twice and another order: %s as %s',
  (report, format) => {
    const answer = answerOf([0, 1, 1], 180, 190, { report, format });
    const [separator, rows] = rowsIn(answer);
    const withRows = (changed: string[]) => ({
      ...answer,
      body: answer.body.replace(rows.join(separator), changed.join(separator)),
    });
    expect(reasons(withRows(rows))).toEqual([]);
    const digit = /\d(?=\D*$)/;
    const flip = (found: string) => String((Number(found) + 1) % 10);
    expect(reasons({ ...answer, body: answer.body.replace(digit, flip) })).toEqual(unexplained);
    expect(reasons(withRows(rows.slice(1)))).toEqual(unexplained);
    expect(reasons(withRows(rows.slice(0, -1)))).toEqual(unexplained);
    expect(reasons(withRows([...rows, ...rows.slice(-1)]))).toEqual(unexplained);
    expect(reasons(withRows(rows.toReversed()))).toEqual(unexplained);
  },
);

it('The checker rejects an answer that a commit has overtaken, also as a 304, and an answer with a commit that was not sent yet', () => {
  expect(reasons(answerOf([0, 0, 0], 121, 130))).toEqual(unexplained);
  expect(
    reasons(answerOf([0, 0, 0], 10, 20), { ...answerOf([0, 0, 0], 10, 20), sentAt: 121, receivedAt: 130 }),
  ).toEqual(unexplained);
  expect(reasons(answerOf([0, 1, 0], 10, 99))).toEqual(unexplained);
});

it('The checker rejects an answer of two states, and an answer with a commit that lacks an earlier one', () => {
  const [older, newer] = [answerOf([0, 0, 0], 90, 130), answerOf([0, 1, 0], 90, 130)];
  const statistics = (body: string) => body.slice(body.indexOf(',"statistics"'));
  const torn = newer.body.replace(statistics(newer.body), statistics(older.body));
  expect(torn).not.toBe(newer.body);
  expect(reasons({ ...newer, body: torn })).toEqual(unexplained);
  expect(reasons(answerOf([0, 2, 0], 90, 230))).toEqual(unexplained);
});

it('The checker rejects a caller’s return to an older state, where reports are read from one server', () => {
  const answers = [answerOf([0, 1, 0], 102, 104), answerOf([0, 0, 0], 106, 108)];
  expect(reasons(...answers)).toEqual(['it is older than what the caller has seen']);
  expect(check({ ...history, isOneServer: false, answers })).toEqual([]);
  expect(reasons(...answers.map((answer, caller) => ({ ...answer, caller })))).toEqual([]);
});

it('The checker rejects an etag of two answers', () => {
  const [one, other] = [answerOf([0, 0, 0], 10, 20), answerOf([0, 1, 0], 121, 130)];
  expect(reasons(one, { ...other, etag: one.etag })).toEqual(['its etag was that of another answer']);
});

/** What separates the rows of the answer, and these. */
function rowsIn({ format, body }: Answer): [string, string[]] {
  if (format === 'csv') return ['\r\n', body.split('\r\n').slice(1, -1)];
  if (format === 'ndjson') return ['\n', body.split('\n').slice(0, -1)];
  // A row has no array, so objects follow each other only between rows.
  const [, results = ''] = /"results":\s*\[(.*?)\],"/s.exec(body) ?? [];
  return [',', results.split(/(?<=\}),(?=\{)/)];
}

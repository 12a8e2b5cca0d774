import assert from 'node:assert/strict';
import type pg from 'pg';
import { decodeVersion } from '../../proto/report-version.ts';
import { hasChangesOf } from '../../services/reporting/servers/data-version.ts';
import { plannerSettings } from '../../services/reporting/answers/pages.ts';
import type { Report } from '../../services/reporting/answers/report.ts';
import { sampleReports } from '../sample-report/reports.ts';
import { firstPage } from '../support/reports/first-page.ts';
import { openReports } from '../support/reports/open-reports.ts';
import { testedReports, expected } from '../support/reports/references.ts';
import type { ReportQuery, ReportData } from '../support/reports/reference-implementation.ts';
import { queriesOf } from './queries.ts';
import { contentOf, seenBy } from './rows.ts';

/** What the readers of one database have seen so far. */
export type History = {
  /** The content of each version of a company's data. */
  contents: Map<string, string>;
  /** The newest version of each company. */
  newest: Map<string, string>;
  /** The answer with each etag. */
  answers: Map<string, string>;
};

/** Holds everything that the transaction of its connection sees against each other. Returns the rows. */
export type Reader = (isNewest: boolean) => Promise<ReportData>;

const companies = ['acme', 'rival'];

export async function createReader(client: pg.Client, history: History): Promise<Reader> {
  await client.query(plannerSettings);
  const { runReport } = openReports(client);
  let turn = 0;

  const compare = async (report: Report, query: ReportQuery, answer: object) => {
    const request = firstPage(query);
    const { json, etag } = await runReport(report, request, AbortSignal.timeout(20_000));
    const text = json.toString();
    assert.deepEqual(JSON.parse(text), answer, `${report.name} ${JSON.stringify(query)}`);
    assert.equal(text, history.answers.get(etag) ?? text, 'one etag, two answers');
    history.answers.set(etag, text);
    const polled = await runReport(report, { ...request, ifNoneMatch: [etag] }, AbortSignal.timeout(20_000));
    assert.equal(polled.json.length, 0, 'an etag is not recognized');
  };

  return async (isNewest) => {
    const { reportData, differences, versions } = await seenBy(client, companies);
    assert.deepEqual(differences, [], 'the roll-ups differ from the rows');
    for (const companyId of companies)
      compareVersion(history, companyId, String(versions[companyId]), reportData, isNewest);
    for (const name of testedReports) {
      const query = at(queriesOf[name], turn);
      await compare(sampleReports[name].rows, query, expected(name, reportData, query));
    }
    turn += 1;
    return reportData;
  };
}

/** A version has one content, and what is newest has no version that is older than another. */
function compareVersion(
  { contents, newest }: History,
  companyId: string,
  version: string,
  reportData: ReportData,
  isNewest: boolean,
): void {
  const key = `${companyId} ${version}`;
  const content = contentOf(reportData, companyId);
  assert.equal(content, contents.get(key) ?? content, `the data of ${companyId} changed and their version did not`);
  contents.set(key, content);
  if (!isNewest) return;
  const [state, before] = [version, newest.get(companyId) ?? version].map((text) => decodeVersion(text)?.seen);
  assert.ok(state && before && hasChangesOf(state, before), `the version of ${companyId} went back`);
  newest.set(companyId, version);
}

function at(queries: ReportQuery[], turn: number): ReportQuery {
  const found = queries[turn % queries.length];
  if (!found) throw new Error('there are no queries');
  return found;
}

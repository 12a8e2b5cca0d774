import pg from 'pg';
import { createExporter } from '../../services/reporting/exports/export.ts';
import { createExportScheduler } from '../../services/reporting/exports/export-scheduler.ts';
import type { PageRequest } from '../../services/reporting/answers/report.ts';
import { plannerSettings } from '../../services/reporting/answers/run-report.ts';
import { reportNamed } from '../../services/reporting/reports.ts';
import { sampleReports } from '../sample-report/paid-contracts.ts';
import type { FilterValues } from '../support/reports/filter-query.ts';
import { firstPage } from '../support/reports/first-page.ts';
import { openReports } from '../support/reports/open-reports.ts';
import type { TestedReport } from '../support/reports/references.ts';

type Request = Omit<PageRequest, 'ifMatch' | 'ifNoneMatch' | 'leastVersion' | 'filters'> &
  Partial<FilterValues> & { groupBy?: string[] };
type Body = {
  results: { _id?: string; contract: { _id: string } }[];
  pagination: { totalCount: number };
  statistics: Record<string, unknown>;
};

export type RequestPage = (report: TestedReport, request: Request) => Promise<Body>;

/** Pages and files of the reports of a database, by the product's own functions, with their cache. */
export function openReportRequests(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('connect', (client) => void client.query(plannerSettings));
  const { servers, readTotals, runReport } = openReports(pool, 10_000_000);
  const runExport = createExporter(sampleReports, servers, readTotals, createExportScheduler());

  const requestPage: RequestPage = async (name, { groupBy = [], ...query }) => {
    const report = reportNamed(sampleReports, name, groupBy);
    const { json } = await runReport(report, firstPage(query), AbortSignal.timeout(20_000));
    return JSON.parse(json.toString()) as Body;
  };

  const requestFile = async (name: TestedReport, { groupBy = [], ...query }: Request) => {
    const request = firstPage({ ...query, format: 'ndjson' as const, headersOnly: false });
    const contents: Buffer[] = [];
    const report = reportNamed(sampleReports, name, groupBy);
    for await (const { content } of runExport(report, request, AbortSignal.timeout(20_000))) contents.push(content);
    const lines = Buffer.concat(contents).toString().split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as unknown);
  };

  return { requestPage, requestFile, close: () => pool.end() };
}

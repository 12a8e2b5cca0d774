import pg from 'pg';
import { createExporter } from '../../services/reporting/exports/export.ts';
import { createExportScheduler } from '../../services/reporting/exports/export-scheduler.ts';
import type { PageRequest } from '../../services/reporting/answers/report.ts';
import { plannerSettings } from '../../services/reporting/answers/run-report.ts';
import { scheduledPayments } from '../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../services/reporting/timesheets/timesheets.ts';
import { firstPage } from '../support/reports/first-page.ts';
import { openReports } from '../support/reports/open-reports.ts';
import { reports } from '../../services/reporting/reports.ts';

type ReportName = 'payments' | 'timesheets';
type Asked = Omit<PageRequest, 'ifMatch' | 'ifNoneMatch' | 'leastVersion'>;
type Body = {
  results: { _id?: string; contract: { _id: string } }[];
  pagination: { totalCount: number };
  statistics: Record<string, unknown>;
};

export type Ask = (report: ReportName, asked: Asked) => Promise<Body>;

/** Pages and files of the reports of a database, by the product's own functions, with their cache. */
export function askReports(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('connect', (client) => void client.query(plannerSettings));
  const { servers, chooseWay, chooseTotals, runReport } = openReports(pool, 10_000_000);
  const runExport = createExporter(reports, servers, chooseWay, chooseTotals, createExportScheduler());

  const askPage: Ask = async (report, asked) => {
    const request = { ...firstPage, ...asked };
    const { json } =
      report === 'payments'
        ? await runReport(scheduledPayments, request, AbortSignal.timeout(20_000))
        : await runReport(timesheets, request, AbortSignal.timeout(20_000));
    return JSON.parse(json.toString()) as Body;
  };

  const askFile = async (report: ReportName, asked: Asked) => {
    const request = { ...firstPage, ...asked, format: 'ndjson' as const, headersOnly: false };
    const signal = AbortSignal.timeout(20_000);
    const chunks =
      report === 'payments' ? runExport(scheduledPayments, request, signal) : runExport(timesheets, request, signal);
    const contents: Buffer[] = [];
    for await (const { content } of chunks) contents.push(content);
    const lines = Buffer.concat(contents).toString().split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as unknown);
  };

  return { askPage, askFile, close: () => pool.end() };
}

import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';
import { namesOf } from '../../access/access.ts';
import type { Access, Account } from '../../access/access.ts';
import type { AuthClient } from '../../access/settings.ts';
import type { Company__Output } from '../../proto/generated/clientreporting/reporting/Company.ts';
import type { reportingService } from '../../proto/load.ts';
import type { CallContext, Methods } from '../../runtime/grpc/rpc-server.ts';
import type { Caches } from './answers/caches.ts';
import { createReports } from './answers/run-report.ts';
import { createTotals } from './answers/totals.ts';
import { createChanges } from './changes/changes.ts';
import { createExporter } from './exports/export.ts';
import { createExportScheduler } from './exports/export-scheduler.ts';
import { createFileHeaders } from './exports/file-headers.ts';
import { createNames } from './names/list-names.ts';
import { createReadRecord, nameRead } from './reads.ts';
import { copiedReportNamed, reportNamed } from './reports.ts';
import type { Reports } from './reports.ts';
import type { DatabaseServers } from './servers/database-servers.ts';
import type { ExportLimit } from './servers/export-limit.ts';
import { inSlot } from './servers/slots.ts';
import type { Slots } from './servers/slots.ts';

type Dependencies = {
  reports: Reports;
  auth: AuthClient;
  access: Access;
  company: (companyId: string, signal: AbortSignal) => Promise<Company__Output>;
  servers: DatabaseServers;
  pageSlots: Slots;
  limitExport: ExportLimit;
  caches: Caches;
};

export function createCalls(
  { reports, auth, access, company, servers, pageSlots, limitExport, caches }: Dependencies,
  metrics: Registry,
): Methods<typeof reportingService, CallContext> {
  const scheduler = createExportScheduler();
  const readTotals = createTotals();
  const runExport = createExporter(reports, servers, readTotals, scheduler);
  const runReport = createReports(servers, caches, metrics);
  const readChanges = createChanges(servers, readTotals, caches.totals);
  const fileHeaders = createFileHeaders(servers, runReport);
  const listNames = createNames(servers);
  const recordRead = createReadRecord(auth);
  /** Versions at which a copy that the audit has goes on. A caller may make up others. */
  const recordedCopies = new LRUCache<string, true>({ max: 1_000 });

  // The company is that of the access token, which is verified here again: the caller's word is not enough.
  const page = async <T>(call: CallContext, make: (account: Account) => Promise<T>) => {
    const account = await access(call.authorization, call);
    Object.assign(call.logged, namesOf(account));
    return scheduler.page(() => inSlot(pageSlots, account.companyId, call.signal, () => make(account)));
  };
  return {
    List: (request, call) =>
      page(call, async ({ companyId }) => {
        const [report, list] = [reportNamed(reports, request.report, request.groupBy), { ...request, companyId }];
        Object.assign(call.logged, nameRead(report, list));
        const answer = await runReport(report, list, call.signal);
        call.logged.rows = answer.rows;
        return answer;
      }),
    Export: async function* (request, call) {
      const { report, account, file, read, headers } = await page(call, async (account) => {
        const { companyId } = account;
        const [report, file] = [reportNamed(reports, request.report, request.groupBy), { ...request, companyId }];
        const read = nameRead(report, file);
        Object.assign(call.logged, read);
        return { report, account, file, read, headers: await fileHeaders(report, file, call.signal) };
      });
      if (headers) {
        yield headers;
        return;
      }
      const { format, fromDate, toDate } = request;
      for await (const chunk of limitExport(file.companyId, call.signal, () => runExport(report, file, call.signal))) {
        if (call.logged.rows === undefined) {
          call.logged.rows = chunk.totalCount;
          const more = { fromDate, toDate, format, rows: String(chunk.totalCount) };
          await recordRead('export', account, { ...read, ...more }, call);
        }
        yield chunk;
      }
    },
    Changes: async (request, call) => {
      const { account, named, answer } = await page(call, async (account) => {
        const [report, changes] = [
          copiedReportNamed(reports, request.report),
          { ...request, companyId: account.companyId },
        ];
        const named = nameRead(report.rows, changes);
        Object.assign(call.logged, named);
        const answer = await readChanges(report, changes, call.signal);
        call.logged.rows = answer.rows;
        return { account, named, answer };
      });
      const { since, fromDate, toDate } = request;
      const copyAt = (version: string) => JSON.stringify([account, named, version]);
      const readsAll = answer.rows > 0 && (answer.isWhole || answer.more) && !recordedCopies.has(copyAt(since));
      if (since === '' || readsAll) await recordRead('copy', account, { ...named, fromDate, toDate }, call);
      if (answer.more) recordedCopies.set(copyAt(answer.version), true);
      return answer;
    },
    ListNames: (request, call) =>
      page(call, async ({ companyId }) => {
        call.logged.report = request.list;
        const answer = await listNames({ ...request, companyId }, call.signal);
        call.logged.rows = answer.rows;
        return answer;
      }),
    GetCompany: (_, call) => page(call, ({ companyId }) => company(companyId, call.signal)),
  };
}

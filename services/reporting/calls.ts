import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';
import { logFieldsOf } from '../../access/access.ts';
import type { Access, Account } from '../../access/access.ts';
import type { AuthClient } from '../../access/settings.ts';
import type { Company__Output } from '../../proto/generated/clientreporting/reporting/Company.ts';
import type { reportingService } from '../../proto/load.ts';
import type { CallContext, Methods } from '../../runtime/grpc/rpc-server.ts';
import type { Caches } from './answers/caches.ts';
import { createPages, pagedReport } from './answers/pages.ts';
import { queryOf } from './answers/report.ts';
import type { Report, ReportRequest } from './answers/report.ts';
import { createChanges } from './changes/changes.ts';
import type { ChangesPage } from './changes/changes.ts';
import { createExporter } from './exports/export.ts';
import { createExportScheduler } from './exports/export-scheduler.ts';
import { createFileHeaders } from './exports/file-headers.ts';
import { pagedNames } from './names/names.ts';
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
  const runExport = createExporter(reports, servers, scheduler);
  const readPage = createPages(servers, caches, metrics);
  const readChanges = createChanges(servers, caches.totals);
  const fileHeaders = createFileHeaders(servers);
  /** Writes to the audit that an export or a copy begins; it may not begin before that. */
  const recordRead = async (kind: 'export' | 'copy', account: Account, read: object, call: CallContext) => {
    const { clientId, userId, companyId } = account;
    const { requestId, clientAddress, authorization } = call;
    const details = { company: companyId, ...read };
    const recorded = { kind, clientId, userId, details, reason: '' };
    await auth.Record(recorded, { requestId, clientAddress, authorization });
  };
  /** Versions from which a copy goes on that the audit has. A caller may make up others. */
  const recordedCopies = new LRUCache<string, true>({ max: 1_000 });
  /** Records a copy once: its first answer, or one of many rows that goes on from a version which this process did not give. */
  const recordCopy = async (account: Account, read: object, since: string, answer: ChangesPage, call: CallContext) => {
    const copyFrom = (version: string) => JSON.stringify([account, read, version]);
    const isLarge = answer.rows > 0 && (answer.isWhole || answer.more);
    const isNew = since === '' || (isLarge && !recordedCopies.has(copyFrom(since)));
    if (isNew) await recordRead('copy', account, read, call);
    if (answer.more) recordedCopies.set(copyFrom(answer.version), true);
  };

  // The company is the access token's, which is verified here again: the caller's word is not enough.
  const accountOf = async (call: CallContext) => {
    const account = await access(call.authorization, call);
    Object.assign(call.logged, logFieldsOf(account));
    return account;
  };
  const inPageSlot = <T>({ companyId }: Account, { signal }: CallContext, make: () => Promise<T>) =>
    scheduler.page(() => inSlot(pageSlots, companyId, signal, make));
  const page = async <T>(call: CallContext, make: (account: Account) => Promise<T>) => {
    const account = await accountOf(call);
    return inPageSlot(account, call, () => make(account));
  };
  const queryIn = (call: CallContext, report: Report, request: ReportRequest) => {
    const query = queryOf(report, request);
    // A filter may be 14 kB: its hash tells whether two are the same.
    const read = { report: report.name, filter: hash('sha256', query.filter).slice(0, 16) };
    Object.assign(call.logged, read);
    return { query, read };
  };
  return {
    List: (request, call) =>
      page(call, async ({ companyId }) => {
        const own = { ...request, companyId };
        const { query } = queryIn(call, reportNamed(reports, request.report, request.groupBy), own);
        const answer = await readPage(pagedReport(query), own, call.signal);
        call.logged.rows = answer.rows;
        return answer;
      }),
    Export: async function* (request, call) {
      const account = await accountOf(call);
      const file = { ...request, companyId: account.companyId };
      const { query, read } = queryIn(call, reportNamed(reports, request.report, request.groupBy), file);
      const { format, fromDate, toDate, headersOnly, ifNoneMatch } = request;
      if (headersOnly || ifNoneMatch.length > 0) {
        const headers = await inPageSlot(account, call, () => fileHeaders(query, file, call.signal));
        if (headers) {
          yield headers;
          return;
        }
      }
      for await (const chunk of limitExport(file.companyId, call.signal, () => runExport(query, file, call.signal))) {
        if (call.logged.rows === undefined) {
          call.logged.rows = chunk.totalCount;
          const more = { fromDate, toDate, format, rows: String(chunk.totalCount) };
          await recordRead('export', account, { ...read, ...more }, call);
        }
        yield chunk;
      }
    },
    Changes: async (request, call) => {
      const { account, read, answer } = await page(call, async (account) => {
        const { rows, changes } = copiedReportNamed(reports, request.report);
        const { query, read } = queryIn(call, rows, { ...request, companyId: account.companyId });
        const answer = await readChanges(changes, query, request, call.signal);
        call.logged.rows = answer.rows;
        return { account, read, answer };
      });
      const { since, fromDate, toDate } = request;
      await recordCopy(account, { ...read, fromDate, toDate }, since, answer, call);
      return answer;
    },
    ListNames: (request, call) =>
      page(call, async ({ companyId }) => {
        call.logged.report = request.list;
        const own = { ...request, companyId };
        const answer = await readPage(pagedNames(own), own, call.signal);
        call.logged.rows = answer.rows;
        return answer;
      }),
    GetCompany: (_, call) => page(call, ({ companyId }) => company(companyId, call.signal)),
  };
}

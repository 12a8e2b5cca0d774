import type { ExportChunk__Output } from '../../../proto/generated/clientreporting/reporting/ExportChunk.ts';
import { inSnapshot } from '../../../runtime/postgres/snapshot.ts';
import { requireVersion, versionOf } from '../servers/data-version.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { orderOf, valuesFor } from '../answers/report.ts';
import type { Report } from '../answers/report.ts';
import type { ChooseTotals } from '../answers/totals.ts';
import { withValues } from '../sql/statement.ts';
import type { ExportScheduler } from './export-scheduler.ts';
import { fileTag } from './file-headers.ts';
import type { FileRequest } from './file-headers.ts';
import { formats } from './formats/formats.ts';

/** Rows are counted and read in one snapshot. A file has as many rows as were counted, or ends in an error. */
export function createExporter(servers: DatabaseServers, chooseTotals: ChooseTotals, scheduler: ExportScheduler) {
  return (report: Report, request: FileRequest, signal: AbortSignal): AsyncGenerator<ExportChunk__Output> =>
    servers.readChunks(request, signal, async function* (choice) {
      const order = orderOf(report, request);
      const values = valuesFor(report, request);
      const { row, write } = formats[request.format];
      const rows = withValues(report.rowsStatement(order, row), values);
      const readTotals = await chooseTotals(report, order, values, choice.exports, signal);
      yield* inSnapshot(choice.exports, choice.lockedTables, signal, async function* (run, runPrepared, copy) {
        const totals = await readTotals(runPrepared);
        const { totalCount } = totals;
        const version = versionOf(totals.version);
        requireVersion(version, request);
        const chunk = { version, etag: fileTag(report, request, version), notModified: false };
        // Read before anything is written: an error is still an answer of its own.
        const copied = copy(rows);
        const nextBatch = () => scheduler.batch(signal, () => copied.next());
        const batches = startingWith(await nextBatch(), nextBatch);
        let isEmpty = true;
        for await (const content of write(report.definition, batches, totalCount)) {
          isEmpty = false;
          yield { ...chunk, totalCount, content };
        }
        if (isEmpty) yield { ...chunk, totalCount, content: Buffer.alloc(0) };
      });
    });
}

async function* startingWith<T>(first: IteratorResult<T, void>, next: () => Promise<typeof first>): AsyncGenerator<T> {
  for (let result = first; !result.done; result = await next()) yield result.value;
}

import type { ExportChunk__Output } from '../../../proto/generated/clientreporting/reporting/ExportChunk.ts';
import type { ExportFormat__Output } from '../../../proto/generated/clientreporting/reporting/ExportFormat.ts';
import type { ReportDefinition } from '../../../proto/report.ts';
import { inSnapshot } from '../../../runtime/postgres/snapshot.ts';
import { requireVersion, versionOf } from '../servers/data-version.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { orderOf, valuesFor } from '../answers/report.ts';
import type { Report } from '../answers/report.ts';
import type { ChooseTotals } from '../answers/totals.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import type { ExportScheduler } from './export-scheduler.ts';
import { fileTag } from './file-headers.ts';
import type { FileRequest } from './file-headers.ts';
import { csvWriter } from './formats/csv.ts';
import { ndjsonWriter } from './formats/ndjson.ts';
import { writeParquet } from './formats/parquet.ts';
import { writeRows } from './formats/row-writer.ts';
import type { Row } from './formats/row-writer.ts';
import { writeXlsx } from './formats/xlsx.ts';

type WriteFile = (report: ReportDefinition, rows: AsyncIterable<Row[]>, totalCount: number) => AsyncIterable<Buffer>;

/** Each writes its first bytes by the first batch of rows at the latest: the caller gives an export up that has none in time. */
export const writers: Record<ExportFormat__Output, WriteFile> = {
  csv: ({ fields }, rows) => writeRows(csvWriter(fields), rows),
  ndjson: (definition, rows) => writeRows(ndjsonWriter(definition), rows),
  xlsx: ({ fields }, rows, totalCount) => writeXlsx(fields, rows, totalCount),
  parquet: ({ fields }, rows) => writeParquet(fields, rows),
};

/** As many as a page is not kept waiting by. */
const rowsAtOnce = 250;

/** Rows are counted and read in one snapshot. A file has as many rows as were counted, or ends in an error. */
export function createExporter(servers: DatabaseServers, chooseTotals: ChooseTotals, scheduler: ExportScheduler) {
  return (report: Report, request: FileRequest, signal: AbortSignal): AsyncGenerator<ExportChunk__Output> =>
    servers.readChunks(request, signal, async function* (choice) {
      const order = orderOf(report, request);
      const values = valuesFor(report, request);
      const cursor = statement('export', `declare report no scroll cursor for ${report.rowsStatement(order)}`);
      const readTotals = await chooseTotals(report, order, values, choice.exports, signal);
      yield* inSnapshot(choice.exports, choice.lockedTables, signal, async function* (run, runPrepared) {
        const fetch = async () => (await run(`fetch ${rowsAtOnce} from report`)) as Row[];
        const nextBatch = () => scheduler.batch(signal, fetch);
        const totals = await readTotals(runPrepared);
        const { totalCount } = totals;
        const version = versionOf(totals.version);
        requireVersion(version, request);
        const chunk = { version, etag: fileTag(report, request, version), notModified: false };
        // Read before anything is written: an error is still an answer of its own.
        const first = await scheduler.batch(signal, async () => {
          await run(cursor.text, valuesOf(cursor, values));
          return fetch();
        });
        const rows = batches(nextBatch, first, totalCount);
        let isEmpty = true;
        for await (const content of writers[request.format](report.definition, rows, totalCount)) {
          isEmpty = false;
          yield { ...chunk, totalCount, content };
        }
        if (isEmpty) yield { ...chunk, totalCount, content: Buffer.alloc(0) };
      });
    });
}

async function* batches(next: () => Promise<Row[]>, first: Row[], totalCount: number): AsyncGenerator<Row[]> {
  let count = 0;
  for (let rows = first; rows.length > 0; rows = await next()) {
    count += rows.length;
    yield rows;
  }
  if (count !== totalCount) throw new Error(`${totalCount} rows were counted, and ${count} read`);
}

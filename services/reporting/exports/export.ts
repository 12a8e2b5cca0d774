import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportChunk__Output } from '../../../proto/generated/clientreporting/reporting/ExportChunk.ts';
import { inSnapshot } from '../../../runtime/postgres/snapshot.ts';
import { requireSnapshotOf, requireVersion } from '../servers/data-version.ts';
import type { DatabaseServers } from '../servers/database-servers.ts';
import { readTotals } from '../answers/report.ts';
import type { Query } from '../answers/report.ts';
import { withValues } from '../sql/statement.ts';
import type { ExportScheduler } from './export-scheduler.ts';
import { fileTag } from './file-headers.ts';
import type { FileRequest } from './file-headers.ts';
import { formats } from './formats/formats.ts';
import type { Reports } from '../reports.ts';
import { createWorkbooks } from './workbook/content.ts';

/** Rows are counted and read in one snapshot. A file has as many rows as were counted, or ends in an error. */
export function createExporter(reports: Reports, servers: DatabaseServers, scheduler: ExportScheduler) {
  const readContent = createWorkbooks(reports);
  return async function* (
    query: Query,
    request: FileRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ExportChunk__Output> {
    const { report, order, values } = query;
    const { row, write } = formats[request.format];
    const rows = withValues(report.rowsStatement(order, row), values);
    const server = await servers.choose(request, signal);
    yield* inSnapshot(server.exports, server.lockedTables, signal, async function* (run, copyAll) {
      const totals = await readTotals(query, run);
      const { version, totalCount } = totals;
      requireVersion(version, request);
      const copy = async function* (query: string) {
        yield* inBatches(copyAll(query), scheduler);
        await requireSnapshotOf(version, request.companyId, run);
      };
      const extras = request.format === 'xlsx' ? await readContent(query, { run, copy }, totals) : undefined;
      const etag = fileTag(query, request, version);
      // Read before anything is written: an error is still an answer of its own.
      const copied = copy(rows);
      const batches = startingWith(await copied.next(), copied);
      server.answered(version);
      const chunk = { totalCount, content: Buffer.alloc(0), version, etag, notModified: false };
      yield chunk;
      const contents = write(report.definition, batches, totalCount, extras);
      for await (const content of inMessages(contents)) yield { ...chunk, content };
    });
  };
}

async function* inBatches(
  all: AsyncGenerator<Buffer[], void>,
  { batch }: ExportScheduler,
): AsyncGenerator<Buffer[], void> {
  let readMs = 0;
  const next = () =>
    batch(async () => {
      const startedAt = performance.now();
      const result = await all.next();
      readMs = performance.now() - startedAt;
      return result;
    });
  for (let result = await next(); !result.done; result = await next()) {
    yield result.value;
    // Postgres sends 8 KB at a time. What comes meanwhile is read by 64 KB, which costs no more. Not where more had come than was read.
    if (readMs > 0.5 && result.value.length > 1) await sleep(2);
  }
}

async function* startingWith<T>(first: IteratorResult<T, void>, others: AsyncIterable<T>): AsyncGenerator<T, void> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

const messageBytes = 65_536;

/** The first bytes at once, then as many in a message as pay for it: a workbook comes in parts of 16 KB. */
async function* inMessages(contents: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [parts, size]: [Buffer[], number] = [[], messageBytes];
  for await (const content of contents) {
    parts.push(content);
    size += content.length;
    if (size < messageBytes) continue;
    yield parts.length === 1 ? content : Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

import type pg from 'pg';
import type { ExportFormat__Output } from '../../../proto/generated/clientreporting/reporting/ExportFormat.ts';
import type { ReportPiece__Output } from '../../../proto/generated/clientreporting/reporting/ReportPiece.ts';
import { inSnapshot } from '../../../runtime/snapshot.ts';
import type { RunInSnapshot } from '../../../runtime/snapshot.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import { csvText, writeCsv, writeNdjson } from './csv.ts';
import type { Turns } from './turns.ts';
import { writeXlsx, xlsxText } from './xlsx.ts';
import type { Column, RowText, WholeReport } from './whole-report.ts';

export type Exporter = (
  report: WholeReport,
  format: ExportFormat__Output,
  signal: AbortSignal,
) => AsyncGenerator<ReportPiece__Output>;

/** As many as a page is not kept waiting by. */
const rowsAtOnce = 250;

/**
 * Makes files of whole reports. Rows are counted and read in one snapshot, through a cursor that goes on as the pieces are
 * taken. A file has as many rows as were counted, or ends in an error.
 */
export function createExporter(pool: pg.Pool, turns: Turns): Exporter {
  return (report, format, signal) =>
    inSnapshot(pool, signal, async function* (run) {
      const runNamed = (name: string, text: string) => {
        const named = statement(name, text);
        return run(named.text, valuesOf(named, report.values));
      };
      const [[count] = []] = await runNamed('count', report.count);
      const totalCount = Number(count);
      const { text, write } = formats[format];
      let sent = false;
      // Read before anything is written: an error is still an answer of its own.
      const first = await turns.piece(signal, async () => {
        await runNamed('rows', `declare report no scroll cursor for ${report.rows(text)}`);
        return fetch(run);
      });
      for await (const content of write(
        report.columns,
        batches(() => turns.piece(signal, () => fetch(run)), first, totalCount),
        totalCount,
      )) {
        yield { totalCount, content };
        sent = true;
      }
      if (!sent) yield { totalCount, content: Buffer.alloc(0) };
    });
}

type Format = {
  text: RowText;
  write: (columns: Column[], batches: AsyncIterable<string[]>, totalCount: number) => AsyncIterable<Buffer>;
};

export const formats: Record<ExportFormat__Output, Format> = {
  csv: { text: csvText, write: writeCsv },
  ndjson: { text: 'json', write: (_, batches) => writeNdjson(batches) },
  xlsx: { text: xlsxText, write: writeXlsx },
};

async function* batches(next: () => Promise<string[]>, first: string[], totalCount: number): AsyncGenerator<string[]> {
  let count = 0;
  for (let rows = first; rows.length > 0; rows = await next()) {
    count += rows.length;
    yield rows;
  }
  if (count !== totalCount) throw new Error(`${totalCount} rows were counted, and ${count} read`);
}

async function fetch(run: RunInSnapshot): Promise<string[]> {
  return (await run(`fetch ${rowsAtOnce} from report`)).map(([row]) => row as string);
}

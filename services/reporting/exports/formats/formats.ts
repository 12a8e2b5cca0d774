import type { ExportFormat__Output } from '../../../../proto/generated/clientreporting/reporting/ExportFormat.ts';
import type { ReportDefinition } from '../../../../proto/report.ts';
import type { RowFormat } from '../../sql/fields.ts';
import type { WorkbookContent } from '../workbook/write-workbook.ts';
import { writeWorkbook } from '../workbook/write-workbook.ts';
import { columnsOf, sheetRow } from '../workbook/columns.ts';
import { linesIn } from '../copied.ts';
import { csvRow, writeCsv } from './csv.ts';
import { jsonRow } from '../../sql/json.ts';
import { parquetRow, writeParquet } from './parquet.ts';

/** How Postgres writes a row, and what is made of what it copies. */
type FileFormat = {
  row: RowFormat;
  /** Its first bytes come by the first rows at the latest: the caller gives an export up that has none in time. */
  write: (
    report: ReportDefinition,
    copied: AsyncIterable<Buffer[]>,
    totalCount: number,
    content?: WorkbookContent,
  ) => AsyncIterable<Buffer>;
};

export const formats: Record<ExportFormat__Output, FileFormat> = {
  csv: { row: csvRow, write: writeCsv },
  // The JSON objects of pages, each on a line.
  ndjson: {
    row: { ...jsonRow, line: (definition, cells) => `${jsonRow.line(definition, cells)}\n` },
    write: (_, copied, totalCount) => linesIn(copied, totalCount),
  },
  xlsx: { row: sheetRow(columnsOf), write: writeWorkbook },
  parquet: { row: parquetRow, write: writeParquet },
};

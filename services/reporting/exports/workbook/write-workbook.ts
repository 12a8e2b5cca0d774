import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Fields, ReportDefinition } from '../../../../proto/report.ts';
import { linesIn } from '../copied.ts';
import { emptyCell, labelCell, numberCell, numbered, rowOf, textCell } from './cells.ts';
import { columnsOf, isNumber, labelColumn, shownColumnsOf } from './columns.ts';
import type { Column } from './columns.ts';
import { partsOf, sheetEnd, sheetStart, tableName } from './parts.ts';
import type { Properties, Table } from './parts.ts';

/** The other content of a workbook. */
export type WorkbookContent = Properties & {
  /** JSON, of the sums of the same rows. */
  statistics: string;
  /** The same without deleted payments, where there are some. */
  withoutDeleted?: string | undefined;
  /** The sums of the rows by a group each, as lines of a sheet. None for a report that is of sums itself. */
  sums: { title: string; fields: Fields; lines: () => AsyncIterable<Buffer> }[];
  /** What it is of: values as of `cellText`, and whether the summary begins with them. */
  about: { name: string; value: string; isInHead: boolean }[];
};

const noContent: WorkbookContent = { title: '', period: '', company: '', statistics: '{}', sums: [], about: [] };

/** A workbook for people: sums, rows with totals, and a description. */
export async function* writeWorkbook(
  { fields, statistics, sums }: ReportDefinition,
  copied: AsyncIterable<Buffer[]>,
  totalCount: number,
  content = noContent,
): AsyncGenerator<Buffer> {
  const summed = { ...statistics, ...sums?.statistics };
  const [columns, totals] = [columnsOf(fields, summed), columnsOf(summed)];
  // A table has one row at least.
  const table = { columns, rows: Math.max(1, totalCount) };
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(partsOf(table, content))) zip.addBuffer(Buffer.from(text), name);
  const addSheet = (number: number, widths: number[], rows: AsyncIterable<string | Buffer>, table?: Table) => {
    const lines = async function* () {
      yield sheetStart(widths, table);
      yield* rows;
      yield sheetEnd(content, table);
    };
    // Chunks are large: one waits, not sixteen.
    const stream = Readable.from(numbered(lines()), { objectMode: true, highWaterMark: 1 });
    stream.on('error', (error) => (zip.outputStream as Readable).destroy(error));
    // Level 1 takes a third of the time of the usual one.
    zip.addReadStream(stream, `xl/worksheets/sheet${number}.xml`, { compressionLevel: 1 });
  };
  addSheet(2, columns.map(widthOf), tableRows(columns, linesIn(copied, totalCount), totalCount, content), table);
  addSheet(1, [32, ...totals.map(() => 16)], summaryRows(totals, content));
  addSheet(3, [20, 80], aboutRows(content));
  zip.end();
  for await (const chunk of zip.outputStream) yield chunk as Buffer;
}

async function* tableRows(
  columns: Column[],
  lines: AsyncIterable<Buffer>,
  totalCount: number,
  { statistics }: WorkbookContent,
): AsyncGenerator<string | Buffer> {
  yield headingOf(columns);
  yield* lines;
  if (totalCount === 0) yield rowOf([]);
  const label = labelColumn(columns);
  const totals = columns.map((column) => {
    if (!column.sums) return column === label ? labelCell('Total', 'heading') : emptyCell;
    const formula = `<f>SUBTOTAL(109,${tableName}[${column.name}])</f>`;
    return numberCell(totalOf(column, statistics), column.kind === 'count' ? 'heading' : 'boldMoney', formula);
  });
  yield rowOf(totals);
}

async function* summaryRows(
  totals: Column[],
  { title, statistics, withoutDeleted, sums, about }: WorkbookContent,
): AsyncGenerator<string | Buffer> {
  yield rowOf([labelCell(title, 'heading')]);
  for (const { name, value, isInHead } of about) if (isInHead) yield rowOf([labelCell(name), textCell(value)]);
  const all = withoutDeleted === undefined ? [statistics] : [statistics, withoutDeleted];
  const heads = withoutDeleted === undefined ? [] : ['All', 'Without deleted'];
  yield rowOf([]) + rowOf([labelCell('Total', 'heading'), ...heads.map((head) => labelCell(head, 'numberHeading'))]);
  for (const column of totals) {
    const style = column.kind === 'count' ? undefined : 'money';
    yield rowOf([labelCell(column.name), ...all.map((each) => numberCell(totalOf(column, each), style))]);
  }
  for (const { title: group, fields, lines } of sums) {
    yield rowOf([]) + rowOf([labelCell(group, 'heading')]) + headingOf(shownColumnsOf(fields));
    yield* lines();
  }
}

async function* aboutRows({ about }: WorkbookContent): AsyncGenerator<string> {
  for (const { name, value } of about) yield rowOf([labelCell(name, 'heading'), textCell(value)]);
}

function headingOf(columns: Column[]): string {
  return rowOf(columns.map((column) => labelCell(column.name, isNumber(column) ? 'numberHeading' : 'heading')));
}

/** Of statistics as JSON, whose digits a number could not hold. */
function totalOf(column: Column, statistics: string): string {
  const [first = '0', second] = (column.sums ?? column.fields).map(
    (name) => new RegExp(`"${name}":(-?[0-9.]+)`).exec(statistics)?.[1] ?? '0',
  );
  if (column.kind !== 'hours') return first;
  return String((Number(first) - Number(second ?? 0)) / 60);
}

function widthOf({ name, kind }: Column): number {
  const widths = {
    text: 28,
    id: 28,
    paymentStatus: 12,
    instant: 20,
    month: 10,
    money: 16,
    count: 12,
    hours: 16,
    percentage: 12,
  };
  return Math.max(widths[kind], name.length + 4);
}

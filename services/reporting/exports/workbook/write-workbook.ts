import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ReportDefinition } from '../../../../proto/report.ts';
import { partsOfLines } from '../copied.ts';
import { emptyCell, labelCell, numberCell, numbered, rowOf, textCell } from './cells.ts';
import { columnsOf, isNumber, shownColumnsOf } from './columns.ts';
import type { Column } from './columns.ts';
import { partsOf, sheetEnd, sheetStart } from './parts.ts';
import type { Document, Sheet } from './parts.ts';

/** Of the files within: the same rows make the same bytes at any time. */
const mtime = new Date(2000, 0, 1);

/** Excel's limit, without the heading and the totals. */
const rowsOfSheet = 1_048_574;

/** What else a workbook has than the rows of its report. */
export type WorkbookContent = Document & {
  /** JSON, of the sums of the same rows. */
  statistics: string;
  /** The same without deleted payments, where there are some. */
  withoutDeleted?: string | undefined;
  /** The sums of the rows by a group each, as lines of a sheet. None for a report that is of sums itself. */
  sums: { title: string; definition: ReportDefinition; lines: () => AsyncIterable<Buffer> }[];
  /** What it is of: values as of `cellText`, and whether the summary begins with them. */
  about: { name: string; value: string; isInHead: boolean }[];
};

const noContent: WorkbookContent = { statistics: '{}', sums: [], about: [], title: '', period: '', company: '' };

/** A workbook for people: sums, rows with totals, and what it is of. What one sheet can't hold goes on in the next. */
export async function* writeWorkbook(
  { fields, statistics, sums }: ReportDefinition,
  copied: AsyncIterable<Buffer>,
  totalCount: number,
  content: WorkbookContent = noContent,
  rowsPerSheet = rowsOfSheet,
): AsyncGenerator<Buffer> {
  const columns = columnsOf(fields, { ...statistics, ...sums?.statistics });
  const printed = shownColumnsOf(fields).length;
  const rowSheets = Array.from({ length: Math.max(1, Math.ceil(totalCount / rowsPerSheet)) }, (_, index) => {
    const number = index === 0 ? '' : String(index + 1);
    const table = {
      name: `ReportRows${number}`,
      columns: columns.map((each) => ({ name: each.name, ...totalIn(columns, each) })),
      // A table has one row at least.
      rows: Math.max(1, Math.min(rowsPerSheet, totalCount - index * rowsPerSheet)),
      printed,
    };
    return { name: `Rows ${number}`.trim(), table, widths: columns.map(widthOf) };
  });
  const totals = columnsOf(content.sums[0]?.definition.statistics ?? {});
  const summary = { name: 'Summary', widths: [32, ...totals.map(() => 16)] };
  const about = { name: 'About', widths: [20, 80] };
  const sheets: Sheet[] = [...(content.sums.length > 0 ? [summary] : []), ...rowSheets, about];
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(partsOf(sheets, content)))
    zip.addBuffer(Buffer.from(text), name, { mtime });
  const addSheet = (sheet: Sheet, rows: AsyncIterable<string | Buffer>) => {
    // Chunks are large: one waits, not sixteen.
    const stream = Readable.from(numbered(linesOf(sheet, rows, content)), { objectMode: true, highWaterMark: 1 });
    stream.on('error', (error) => (zip.outputStream as Readable).destroy(error));
    // Level 1 takes a third of the time of the usual one.
    const options = { mtime, compressionLevel: 1 };
    zip.addReadStream(stream, `xl/worksheets/sheet${sheets.indexOf(sheet) + 1}.xml`, options);
  };
  const take = takingFrom(partsOfLines(copied, totalCount, rowsPerSheet));
  for (const sheet of rowSheets) {
    // Sums of all rows stand for those of the only sheet; those of several, a spreadsheet adds up.
    const statistics = rowSheets.length === 1 ? content.statistics : undefined;
    addSheet(sheet, tableRows(columns, sheet.table.name, take(sheet === rowSheets.at(-1)), statistics));
  }
  if (content.sums.length > 0) addSheet(summary, summaryRows(content, totals));
  addSheet(about, aboutRows(content));
  zip.end();
  for await (const chunk of zip.outputStream) yield chunk as Buffer;
}

async function* linesOf(sheet: Sheet, rows: AsyncIterable<string | Buffer>, content: WorkbookContent) {
  yield sheetStart(sheet);
  yield* rows;
  yield sheetEnd(sheet, content);
}

async function* tableRows(
  columns: Column[],
  table: string,
  lines: AsyncIterable<Buffer>,
  statistics: string | undefined,
): AsyncGenerator<string | Buffer> {
  yield headingOf(columns);
  let isEmpty = true;
  for await (const bytes of lines) {
    isEmpty = false;
    yield bytes;
  }
  if (isEmpty) yield rowOf([]);
  const totals = columns.map((each) => {
    const { total } = totalIn(columns, each);
    if (total !== 'sum') return total === 'label' ? labelCell('Total', 'heading') : emptyCell;
    const formula = `<f>SUBTOTAL(109,${table}[${each.name}])</f>`;
    const style = each.kind === 'count' ? 'heading' : 'boldMoney';
    return numberCell(statistics === undefined ? undefined : totalOf(each, statistics), style, formula);
  });
  yield rowOf(totals);
}

/** Programs that take the type of a column from its first row refuse a label among dates. */
function totalIn(columns: Column[], column: Column): { total?: 'sum' | 'label' } {
  if (column.sums) return { total: 'sum' };
  return column === columns.find(({ kind }) => kind === 'text') ? { total: 'label' } : {};
}

async function* summaryRows(
  { title, statistics, withoutDeleted, sums, about }: WorkbookContent,
  totals: Column[],
): AsyncGenerator<string | Buffer> {
  yield rowOf([labelCell(title, 'heading')]);
  for (const { name, value, isInHead } of about) if (isInHead) yield rowOf([labelCell(name), textCell(value)]);
  const all = [statistics, ...(withoutDeleted === undefined ? [] : [withoutDeleted])];
  const heads = withoutDeleted === undefined ? [] : ['All', 'Without deleted'];
  yield rowOf([]) + rowOf(['Total', ...heads].map((head, index) => labelCell(head, headStyle(index > 0))));
  for (const each of totals) {
    const style = each.kind === 'count' ? undefined : 'money';
    yield rowOf([labelCell(each.name), ...all.map((statistics) => numberCell(totalOf(each, statistics), style))]);
  }
  for (const { title: group, definition, lines } of sums) {
    yield rowOf([]) + rowOf([labelCell(group, 'heading')]) + headingOf(shownColumnsOf(definition.fields));
    yield* lines();
  }
}

async function* aboutRows({ about }: WorkbookContent): AsyncGenerator<string> {
  for (const { name, value } of about) yield rowOf([labelCell(name, 'heading'), textCell(value)]);
}

const headStyle = (isOfNumbers: boolean) => (isOfNumbers ? 'numberHeading' : 'heading');

function headingOf(columns: Column[]): string {
  return rowOf(columns.map((column) => labelCell(column.name, headStyle(isNumber(column)))));
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
  const widths = { text: 28, id: 28, status: 12, date: 20, month: 10, money: 16, count: 12, hours: 16, percentage: 12 };
  return Math.max(widths[kind], name.length + 4);
}

/** Takes a part at a time, and as the last one all that is left. */
function takingFrom(lines: ReturnType<typeof partsOfLines>): (isLast: boolean) => AsyncGenerator<Buffer> {
  return async function* (isLast) {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      yield next.value.lines;
      if (next.value.endsPart && !isLast) return;
    }
  };
}

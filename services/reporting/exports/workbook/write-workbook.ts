import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ReportDefinition } from '../../../../proto/report.ts';
import { partsOfLines } from '../copied.ts';
import { columnsOf, emptyCell, numberCell, textCell } from './columns.ts';
import type { Column } from './columns.ts';
import * as parts from './parts.ts';

/** Of the files within: the same rows make the same bytes at any time. */
const mtime = new Date(2000, 0, 1);

/** Excel's limit, without the heading and the totals. */
const rowsOfSheet = 1_048_574;

/** What else a workbook has than the rows of its report. */
export type WorkbookContent = {
  /** JSON, of the sums of the same rows. */
  statistics: string;
  /** The sums of the rows by a group each, as lines of a sheet. None for a report that is of sums itself. */
  sums: { title: string; definition: ReportDefinition; lines: () => AsyncIterable<Buffer> }[];
  /** XML. */
  title: string;
  about: [name: string, value: string][];
};

const noContent: WorkbookContent = { statistics: '{}', sums: [], title: '', about: [] };

/** A workbook for people: sums, rows with totals, and what it is of. What one sheet can't hold goes on in the next. */
export async function* writeWorkbook(
  { fields, statistics, sums }: ReportDefinition,
  copied: AsyncIterable<Buffer>,
  totalCount: number,
  content: WorkbookContent = noContent,
  rowsPerSheet = rowsOfSheet,
): AsyncGenerator<Buffer> {
  const columns = columnsOf(fields, { ...statistics, ...sums?.statistics });
  const rowSheets = Array.from({ length: Math.max(1, Math.ceil(totalCount / rowsPerSheet)) }, (_, index) => {
    const number = index === 0 ? '' : String(index + 1);
    const rows = Math.min(rowsPerSheet, totalCount - index * rowsPerSheet);
    const table = {
      name: `ReportRows${number}`,
      columns: columns.map((each) => ({ name: each.name, ...totalIn(columns, each) })),
      // A table has one row at least.
      rows: Math.max(1, rows),
    };
    return { name: `Rows ${number}`.trim(), table };
  });
  const summary = content.sums.length > 0 ? [{ name: 'Summary' }] : [];
  const sheets: parts.Sheet[] = [...summary, ...rowSheets, { name: 'About' }];
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime });
  add('[Content_Types].xml', parts.contentTypes(sheets));
  add('_rels/.rels', parts.relationships);
  add('xl/workbook.xml', parts.workbook(sheets));
  add('xl/_rels/workbook.xml.rels', parts.workbookRelationships(sheets));
  add('xl/styles.xml', parts.styles);
  const addSheet = (number: number, lines: AsyncIterable<string | Buffer>) => {
    // Chunks are large: one waits, not sixteen.
    const stream = Readable.from(lines, { objectMode: true, highWaterMark: 1 });
    stream.on('error', (error) => (zip.outputStream as Readable).destroy(error));
    // Level 1 takes a third of the time of the usual one.
    zip.addReadStream(stream, `xl/worksheets/sheet${number}.xml`, { mtime, compressionLevel: 1 });
  };
  const take = takingFrom(partsOfLines(copied, totalCount, rowsPerSheet));
  for (const [index, { table }] of rowSheets.entries()) {
    const isLast = index === rowSheets.length - 1;
    const number = summary.length + index + 1;
    add(`xl/worksheets/_rels/sheet${number}.xml.rels`, parts.sheetRelationships(number));
    add(`xl/tables/table${number}.xml`, parts.tablePart(number, table));
    // Sums of all rows stand for those of the only sheet; those of several, a spreadsheet adds up.
    const statistics = rowSheets.length === 1 ? content.statistics : undefined;
    addSheet(number, rowLines(columns, table, take(isLast), statistics));
  }
  if (summary.length > 0) addSheet(1, summaryLines(content));
  addSheet(sheets.length, aboutLines(content));
  zip.end();
  for await (const chunk of zip.outputStream) yield chunk as Buffer;
}

async function* rowLines(
  columns: Column[],
  { name, rows }: parts.Table,
  lines: AsyncIterable<Buffer>,
  statistics: string | undefined,
): AsyncGenerator<string | Buffer> {
  yield parts.sheetStart(columns.map(widthOf), true) + headingOf(columns);
  let isEmpty = true;
  for await (const bytes of lines) {
    isEmpty = false;
    yield bytes;
  }
  if (isEmpty && rows === 1) yield `<row>${columns.map(() => emptyCell).join('')}</row>`;
  const totals = columns.map((each) => {
    const { total } = totalIn(columns, each);
    if (total !== 'sum') return total === 'label' ? textCell('Total', 'heading') : emptyCell;
    const formula = `<f>SUBTOTAL(109,${name}[${each.name}])</f>`;
    const style = each.kind === 'count' ? 'heading' : 'boldMoney';
    if (statistics === undefined) return `<c s="${parts.cellStyles[style]}">${formula}</c>`;
    return numberCell(totalOf(each, statistics), style, formula);
  });
  yield `<row>${totals.join('')}</row>${parts.sheetEnd(true)}`;
}

/** Programs that take the type of a column from its first row refuse a label among dates. */
function totalIn(columns: Column[], column: Column): { total?: 'sum' | 'label' } {
  if (column.sums) return { total: 'sum' };
  return column === columns.find(({ kind }) => kind === 'text') ? { total: 'label' } : {};
}

async function* summaryLines({ title, statistics, sums, about }: WorkbookContent): AsyncGenerator<string | Buffer> {
  const widths = [32, 14, 14, 16, 16, 16, 16, 16];
  yield parts.sheetStart(widths, false) + rowOf(textCell(title, 'heading'));
  for (const [name, value] of about) if (name === 'Period') yield rowOf(textCell(value));
  const [first] = sums;
  const totals = first ? columnsOf(first.definition.statistics) : [];
  yield rowOf() + rowOf(textCell('Total', 'heading'));
  for (const each of totals) {
    yield rowOf(
      textCell(each.name),
      numberCell(totalOf(each, statistics), each.kind === 'count' ? undefined : 'money'),
    );
  }
  for (const { title: group, definition, lines } of sums) {
    yield rowOf() + rowOf(textCell(group, 'heading')) + headingOf(columnsOf(definition.fields));
    yield* lines();
  }
  yield parts.sheetEnd(false);
}

async function* aboutLines({ about }: WorkbookContent): AsyncGenerator<string> {
  const rows = about.map(([name, value]) => rowOf(textCell(name, 'heading'), textCell(value)));
  yield `${parts.sheetStart([20, 80], false)}${rows.join('')}${parts.sheetEnd(false)}`;
}

const rowOf = (...cells: string[]) => `<row>${cells.join('')}</row>`;

function headingOf(columns: Column[]): string {
  return rowOf(...columns.map(({ name }) => textCell(name, 'heading')));
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
  const widths = { text: 28, id: 20, date: 20, money: 16, count: 12, hours: 16, percentage: 12 };
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

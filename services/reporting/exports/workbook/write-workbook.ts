import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Fields, ReportDefinition } from '../../../../proto/report.ts';
import { linesIn } from '../copied.ts';
import { emptyCell, numberCell, numbered, rowOf, textCell } from './cells.ts';
import { columnsOf, isNumber, labelColumn, shownColumnsOf } from './columns.ts';
import type { Column } from './columns.ts';
import { createWords, partsOf, sheetEnd, sheetPart, sheetStart, tableName } from './parts.ts';
import type { Properties, Sheet, Table } from './parts.ts';

/** The other content of a workbook. */
export type WorkbookContent = Properties & {
  /** JSON, of the sums of the same rows. */
  statistics: string;
  /** The same without deleted payments, where there are some. */
  withoutDeleted?: string | undefined;
  /** The sums of the rows by a group each, as lines of a sheet. None for a report that is of sums itself. */
  sums: { title: string; fields: Fields; lines: AsyncIterable<Buffer> }[];
  /** What it is of: values as of `textCell`, and whether the summary begins with them. */
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
  const { label, wordsPart } = createWords();
  const rows = tableRows(label, columns, linesIn(copied, totalCount), totalCount, content);
  const summary = summaryRows(label, totals, content);
  const about = content.about.map(({ name, value }) => rowOf([label(name, 'heading'), textCell(value)]));
  const zip = new ZipFile();
  // Readers of a stream want the words before the sheets.
  const parts = { ...partsOf(table, content), 'xl/sharedStrings.xml': wordsPart() };
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  const addSheet = (sheet: Sheet, widths: number[], rows: Rows, table?: Table) => {
    const lines = async function* () {
      yield sheetStart(widths, table);
      for (const some of rows) yield* typeof some === 'string' ? [some] : some;
      yield sheetEnd(content, table);
    };
    // Chunks are large: one waits, not sixteen.
    const stream = Readable.from(numbered(lines()), { objectMode: true, highWaterMark: 1 });
    stream.on('error', (error) => (zip.outputStream as Readable).destroy(error));
    // Level 1 takes a third of the time of the usual one.
    zip.addReadStream(stream, sheetPart(sheet), { compressionLevel: 1 });
  };
  addSheet('Rows', columns.map(widthOf), rows, table);
  addSheet('Summary', [32, ...totals.map(() => 16)], summary);
  addSheet('About', [20, 80], about);
  zip.end();
  for await (const chunk of zip.outputStream) yield chunk as Buffer;
}

/** As XML, made or still to be read. */
type Rows = (string | AsyncIterable<Buffer>)[];
type Label = ReturnType<typeof createWords>['label'];

function tableRows(
  label: Label,
  columns: Column[],
  lines: AsyncIterable<Buffer>,
  totalCount: number,
  { statistics }: WorkbookContent,
): Rows {
  const labelled = labelColumn(columns);
  const totals = columns.map((column) => {
    if (!column.sums) return column === labelled ? label('Total', 'heading') : emptyCell;
    const formula = `<f>SUBTOTAL(109,${tableName}[${column.name}])</f>`;
    return numberCell(totalOf(column, statistics), column.kind === 'count' ? 'heading' : 'boldMoney', formula);
  });
  return [headingOf(label, columns), lines, totalCount === 0 ? rowOf([]) : '', rowOf(totals)];
}

function summaryRows(
  label: Label,
  totals: Column[],
  { title, statistics, withoutDeleted, sums, about }: WorkbookContent,
): Rows {
  const all = withoutDeleted === undefined ? [statistics] : [statistics, withoutDeleted];
  const heads = withoutDeleted === undefined ? [] : ['All', 'Without deleted'];
  return [
    rowOf([label(title, 'heading')]),
    ...about.filter(({ isInHead }) => isInHead).map(({ name, value }) => rowOf([label(name), textCell(value)])),
    rowOf([]),
    rowOf([label('Total', 'heading'), ...heads.map((head) => label(head, 'numberHeading'))]),
    ...totals.map((column) => {
      const style = column.kind === 'count' ? undefined : 'money';
      return rowOf([label(column.name), ...all.map((each) => numberCell(totalOf(column, each), style))]);
    }),
    ...sums.flatMap(({ title, fields, lines }) => [
      rowOf([]) + rowOf([label(title, 'heading')]) + headingOf(label, shownColumnsOf(fields)),
      lines,
    ]),
  ];
}

function headingOf(label: Label, columns: Column[]): string {
  return rowOf(columns.map((column) => label(column.name, isNumber(column) ? 'numberHeading' : 'heading')));
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

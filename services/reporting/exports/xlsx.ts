import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Column, RowText } from './whole-report.ts';
import { isoInstant } from './whole-report.ts';
import {
  contentTypes,
  relationships,
  sheetEnd,
  sheetStart,
  styles,
  workbook,
  workbookRelationships,
} from './xlsx-parts.ts';

/** Cells of Office Open XML, each with its text in it. Text there is never a formula. */
export const xlsxText: RowText = { cell: xlsxCell, separator: '' };

function xlsxCell({ kind, value }: Column): string {
  switch (kind) {
    case 'text':
      return textCell(value);
    case 'number':
      return `coalesce('<c><v>' || ${value} || '</v></c>', '<c/>')`;
    case 'money':
      return `coalesce('<c s="1"><v>' || ${value} || '</v></c>', '<c/>')`;
    case 'instant':
      // Spreadsheets agree on days from March 1900 on alone, counted so that 1970 begins with day 25569.
      return `case when ${value} >= '1900-03-01Z'
        then '<c s="2"><v>' || (extract(epoch from ${value})::float8 / 86400 + 25569) || '</v></c>'
        else ${textCell(isoInstant(value))} end`;
    default:
      return kind satisfies never;
  }
}

/** As much of a text as a cell holds; what XML can't have is replaced, and what would be read as an escape is escaped. */
function textCell(value: string): string {
  const cut = `left(${value}, 32767)`;
  const escaped = `replace(regexp_replace(${cut}, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;')`;
  const tags = `replace(replace(replace(${escaped}, '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_')`;
  const clean = `regexp_replace(${tags}, '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]', '\uFFFD', 'g')`;
  // Few have anything special.
  const special = `${value} ~ '[&<>\\u0001-\\u001f\\ufffe\\uffff]|_x[0-9A-Fa-f]{4}_'`;
  return `coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
    case when ${special} then ${clean} else ${cut} end || '</t></is></c>', '<c/>')`;
}

/** Without the heading. */
const rowsOfSheet = 1_048_575;

/** A workbook; what one sheet can't hold goes on in the next. */
export async function* writeXlsx(
  columns: Column[],
  batches: AsyncIterable<string[]>,
  totalCount: number,
  rowsPerSheet = rowsOfSheet,
): AsyncGenerator<Buffer> {
  const sheets = Math.max(1, Math.ceil(totalCount / rowsPerSheet));
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  add('[Content_Types].xml', contentTypes(sheets));
  add('_rels/.rels', relationships);
  add('xl/workbook.xml', workbook(sheets));
  add('xl/_rels/workbook.xml.rels', workbookRelationships(sheets));
  add('xl/styles.xml', styles);
  const take = takingFrom(batches);
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const content = Readable.from(sheetOf(columns, take(sheet < sheets ? rowsPerSheet : Infinity)), {
      // Pieces are large: one waits, not sixteen.
      highWaterMark: 1,
    });
    content.on('error', (error) => (zip.outputStream as Readable).destroy(error));
    // Level 1 takes a third of the time of the usual one.
    zip.addReadStream(content, `xl/worksheets/sheet${sheet}.xml`, { compressionLevel: 1 });
  }
  zip.end();
  for await (const piece of zip.outputStream) yield piece as Buffer;
}

async function* sheetOf(columns: Column[], batches: AsyncIterable<string[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(sheetStart(columns));
  for await (const rows of batches) yield Buffer.from(`<row>${rows.join('</row><row>')}</row>`);
  yield Buffer.from(sheetEnd);
}

/** Takes so many rows off the batches at a time, going on where it ended before. */
function takingFrom(batches: AsyncIterable<string[]>): (count: number) => AsyncGenerator<string[]> {
  const iterator = batches[Symbol.asyncIterator]();
  let left: string[] = [];
  return async function* (count) {
    for (let wanted = count; wanted > 0;) {
      if (left.length === 0) {
        const next = await iterator.next();
        if (next.done) return;
        left = next.value;
      }
      const rows = left.splice(0, wanted);
      wanted -= rows.length;
      yield rows;
    }
  };
}

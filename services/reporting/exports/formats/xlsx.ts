import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Fields } from '../../../../proto/report.ts';
import { writeRows } from './row-writer.ts';
import type { Row } from '../copied.ts';
import { sheetWriter } from './xlsx-sheet.ts';
import { contentTypes, relationships, styles, workbook, workbookRelationships } from './xlsx-parts.ts';

/** Of the files within: the same rows make the same bytes at any time. */
const mtime = new Date(2000, 0, 1);

const rowsOfSheet = 1_048_575;

/** A workbook; what one sheet can't hold goes on in the next. */
export async function* writeXlsx(
  fields: Fields,
  batches: AsyncIterable<Row[]>,
  totalCount: number,
  rowsPerSheet = rowsOfSheet,
): AsyncGenerator<Buffer> {
  const sheets = Math.max(1, Math.ceil(totalCount / rowsPerSheet));
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime });
  add('[Content_Types].xml', contentTypes(sheets));
  add('_rels/.rels', relationships);
  add('xl/workbook.xml', workbook(sheets));
  add('xl/_rels/workbook.xml.rels', workbookRelationships(sheets));
  add('xl/styles.xml', styles);
  const take = takingFrom(batches);
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const rows = take(sheet < sheets ? rowsPerSheet : Infinity);
    // Chunks are large: one waits, not sixteen.
    const content = Readable.from(writeRows(sheetWriter(fields), rows), { highWaterMark: 1 });
    content.on('error', (error) => (zip.outputStream as Readable).destroy(error));
    // Level 1 takes a third of the time of the usual one.
    zip.addReadStream(content, `xl/worksheets/sheet${sheet}.xml`, { mtime, compressionLevel: 1 });
  }
  zip.end();
  for await (const chunk of zip.outputStream) yield chunk as Buffer;
}

/** Takes so many rows off the batches at a time, going on where it ended before. */
function takingFrom(batches: AsyncIterable<Row[]>): (count: number) => AsyncGenerator<Row[]> {
  const iterator = batches[Symbol.asyncIterator]();
  let left: Row[] = [];
  return async function* (count) {
    for (let missing = count; missing > 0;) {
      if (left.length === 0) {
        const next = await iterator.next();
        if (next.done) return;
        left = next.value;
      }
      const rows = left.splice(0, missing);
      missing -= rows.length;
      yield rows;
    }
  };
}

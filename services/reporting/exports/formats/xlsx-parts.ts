// The parts of a workbook besides its rows, as ECMA-376 (Office Open XML) has them.

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function contentTypes(sheets: number): string {
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="${mediaType}.${type}+xml"/>`;
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${each(
    sheets,
    (sheet) => override(`/xl/worksheets/sheet${sheet}.xml`, 'worksheet'),
  )}</Types>`;
}

export const relationships = relationshipsOf(relationship('workbook', 'officeDocument', 'xl/workbook.xml'));

export function workbookRelationships(sheets: number): string {
  return relationshipsOf(
    relationship('styles', 'styles', 'styles.xml') +
      each(sheets, (sheet) => relationship(`sheet${sheet}`, 'worksheet', `worksheets/sheet${sheet}.xml`)),
  );
}

function relationshipsOf(content: string): string {
  return `${declaration}<Relationships xmlns="${packages}/relationships">${content}</Relationships>`;
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
}

export function workbook(sheets: number): string {
  const content = each(
    sheets,
    (sheet) => `<sheet name="Report${sheet === 1 ? '' : ` ${sheet}`}" sheetId="${sheet}" r:id="sheet${sheet}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${content}</sheets></workbook>`;
}

export const cellStyles = { money: 1, day: 2, instant: 3, heading: 4 };

/** One for each of `cellStyles`, behind that of all other cells. */
export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

/** @param widths of the columns, in characters */
export function sheetStart(widths: number[]): string {
  const columns = each(
    widths.length,
    (column) => `<col min="${column}" max="${column}" width="${widths[column - 1]}" customWidth="1"/>`,
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>`;
}

/** @param lastCell the reference of the last cell of the last row */
export function sheetEnd(lastCell: string): string {
  return `</sheetData><autoFilter ref="A1:${lastCell}"/></worksheet>`;
}

function each(count: number, text: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index + 1)).join('');
}

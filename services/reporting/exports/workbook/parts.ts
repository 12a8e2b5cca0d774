// The parts of a workbook besides its rows, as ECMA-376 (Office Open XML) has them.

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A table of a sheet, by its name and the names of its columns. It ends in a row of totals. */
export type Table = { name: string; columns: { name: string; total?: 'sum' | 'label' }[]; rows: number };

export type Sheet = { name: string; table?: Table };

export function contentTypes(sheets: Sheet[]): string {
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="${mediaType}.${type}+xml"/>`;
  const parts = sheets.map(({ table }, index) => {
    const sheet = override(`/xl/worksheets/sheet${index + 1}.xml`, 'worksheet');
    return table ? sheet + override(`/xl/tables/table${index + 1}.xml`, 'table') : sheet;
  });
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${parts.join('')}</Types>`;
}

export const relationships = relationshipsOf(relationship('workbook', 'officeDocument', 'xl/workbook.xml'));

export function workbookRelationships(sheets: Sheet[]): string {
  const ofSheets = sheets.map((_, index) =>
    relationship(`sheet${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  return relationshipsOf(relationship('styles', 'styles', 'styles.xml') + ofSheets.join(''));
}

/** Of the sheet of this number, whose table has it too. */
export function sheetRelationships(number: number): string {
  return relationshipsOf(relationship('table', 'table', `../tables/table${number}.xml`));
}

function relationshipsOf(content: string): string {
  return `${declaration}<Relationships xmlns="${packages}/relationships">${content}</Relationships>`;
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
}

export function workbook(sheets: Sheet[]): string {
  const content = sheets.map(
    ({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${content.join('')}</sheets></workbook>`;
}

export function tablePart(number: number, { name, columns, rows }: Table): string {
  const last = columnReference(columns.length - 1);
  const parts = columns.map(({ name: of, total }, index) => {
    const ofTotal = { sum: ' totalsRowFunction="sum"', label: ' totalsRowLabel="Total"' };
    return `<tableColumn id="${index + 1}" name="${of}"${total ? ofTotal[total] : ''}/>`;
  });
  return `${declaration}<table xmlns="${main}" id="${number}" name="${name}" displayName="${name}" ref="A1:${last}${rows + 2}" totalsRowCount="1"><autoFilter ref="A1:${last}${rows + 1}"/><tableColumns count="${columns.length}">${parts.join('')}</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`;
}

function columnReference(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnReference(Math.floor(index / 26) - 1) + last;
}

export const cellStyles = { money: 1, day: 2, instant: 3, heading: 4, boldMoney: 5 };

const formats: [id: number, font: number][] = [
  [0, 0],
  [4, 0],
  [164, 0],
  [165, 0],
  [0, 1],
  [4, 1],
];

/** One for each of `cellStyles`, behind that of all other cells. */
export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats
  .map(
    ([id, font]) =>
      `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** @param widths of the columns, in characters; the first row of a table stays in sight */
export function sheetStart(widths: number[], hasTable: boolean): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = hasTable ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export function sheetEnd(hasTable: boolean): string {
  return `</sheetData>${hasTable ? '<tableParts count="1"><tablePart r:id="table"/></tableParts>' : ''}</worksheet>`;
}

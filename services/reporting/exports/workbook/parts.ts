// The parts of a workbook besides its rows, as ECMA-376 (Office Open XML) has them.

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const mediaTypes = 'application/vnd.openxmlformats';

/** A table of a sheet, by its name and the names of its columns, the first of which are printed. It ends in a row of totals. */
type Table = {
  name: string;
  columns: { name: string; total?: 'sum' | 'label' }[];
  rows: number;
  printed: number;
};

/** Widths are in characters. */
export type Sheet = { name: string; table?: Table; widths: number[] };

/** What is in the properties of the file and at the foot of printed pages, as XML. */
export type Document = { title: string; period: string; company: string };

/** Every part but the sheets, by its name. */
export function partsOf(sheets: Sheet[], document: Document): Record<string, string> {
  const tables = sheets.flatMap(({ table }, index) => (table ? [[index + 1, table] as const] : []));
  const ofSheets = sheets.map((_, index) =>
    relationship(`sheet${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  return {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': relationships(
      relationship('workbook', 'officeDocument', 'xl/workbook.xml'),
      relationship('core', 'metadata/core-properties', 'docProps/core.xml', packages),
      relationship('app', 'extended-properties', 'docProps/app.xml'),
    ),
    'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${document.title}, ${document.period}</dc:title></cp:coreProperties>`,
    'docProps/app.xml': `${declaration}<Properties xmlns="${office}/extended-properties"><Company>${document.company}</Company></Properties>`,
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': relationships(relationship('styles', 'styles', 'styles.xml'), ...ofSheets),
    'xl/styles.xml': styles,
    ...Object.fromEntries(
      tables.flatMap(([number, table]) => [
        [
          `xl/worksheets/_rels/sheet${number}.xml.rels`,
          relationships(relationship('table', 'table', `../tables/table${number}.xml`)),
        ],
        [`xl/tables/table${number}.xml`, tablePart(number, table)],
      ]),
    ),
  };
}

function contentTypes(sheets: Sheet[]): string {
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="${mediaTypes}-${type}+xml"/>`;
  const spreadsheet = (part: string, type: string) =>
    override(`/xl/${part}.xml`, `officedocument.spreadsheetml.${type}`);
  const ofSheets = sheets.map(({ table }, index) => {
    const sheet = spreadsheet(`worksheets/sheet${index + 1}`, 'worksheet');
    return table ? sheet + spreadsheet(`tables/table${index + 1}`, 'table') : sheet;
  });
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="${mediaTypes}-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/docProps/core.xml', 'package.core-properties')}${override('/docProps/app.xml', 'officedocument.extended-properties')}${spreadsheet('workbook', 'sheet.main')}${spreadsheet('styles', 'styles')}${ofSheets.join('')}</Types>`;
}

function relationships(...content: string[]): string {
  return `${declaration}<Relationships xmlns="${packages}/relationships">${content.join('')}</Relationships>`;
}

function relationship(id: string, type: string, target: string, types = office): string {
  return `<Relationship Id="${id}" Type="${types}/relationships/${type}" Target="${target}"/>`;
}

function workbook(sheets: Sheet[]): string {
  const content = sheets.map(
    ({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`,
  );
  const names = sheets.map(({ name, table }, index) => {
    if (!table) return '';
    const defined = (of: string, range: string) =>
      `<definedName name="_xlnm.${of}" localSheetId="${index}">'${name}'!${range}</definedName>`;
    const area = `$A$1:$${columnReference(table.printed - 1)}$${table.rows + 2}`;
    return defined('Print_Area', area) + defined('Print_Titles', '$1:$1');
  });
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><workbookPr/><sheets>${content.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`;
}

function tablePart(number: number, { name, columns, rows }: Table): string {
  const last = columnReference(columns.length - 1);
  const parts = columns.map(({ name: of, total }, index) => {
    const ofTotal = { sum: ' totalsRowFunction="sum"', label: ' totalsRowLabel="Total"' };
    return `<tableColumn id="${index + 1}" name="${of}"${total ? ofTotal[total] : ''}/>`;
  });
  return `${declaration}<table xmlns="${main}" id="${number}" name="${name}" displayName="${name}" ref="A1:${last}${rows + 2}" totalsRowCount="1"><autoFilter ref="A1:${last}${rows + 1}"/><tableColumns count="${columns.length}">${parts.join('')}</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`;
}

/** As `AB` of 27. */
export function columnReference(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnReference(Math.floor(index / 26) - 1) + last;
}

export const cellStyles = { money: 1, day: 2, instant: 3, month: 4, heading: 5, numberHeading: 6, boldMoney: 7 };

/** One for each of `cellStyles`, behind that of all other cells. */
const formats: [id: number, font: number, align?: 'left' | 'right'][] = [
  [0, 0],
  [4, 0],
  [164, 0, 'left'],
  [165, 0, 'left'],
  [166, 0, 'left'],
  [0, 1],
  [0, 1, 'right'],
  [4, 1],
];

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy-mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats
  .map(([id, font, align]) => {
    const attributes = `numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"`;
    return align
      ? `<xf ${attributes} applyAlignment="1"><alignment horizontal="${align}"/></xf>`
      : `<xf ${attributes}/>`;
  })
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The first row of a table stays in sight. */
export function sheetStart({ widths, table }: Sheet): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const dimension = table ? `<dimension ref="A1:${columnReference(widths.length - 1)}${table.rows + 2}"/>` : '';
  const pane = table ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}/relationships"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${dimension}<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export function sheetEnd({ table }: Sheet, { title, period }: Document): string {
  return `</sheetData><pageMargins left="0.5" right="0.5" top="0.5" bottom="0.75" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L${title}, ${period}&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>${table ? '<tableParts count="1"><tablePart r:id="table"/></tableParts>' : ''}</worksheet>`;
}

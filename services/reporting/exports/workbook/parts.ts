// The parts of a workbook besides its rows, as ECMA-376 (Office Open XML) has them.

import { paymentStatuses } from '../../../../proto/scheduled-payments.ts';
import { cellStyles, columnReference, wordCell } from './cells.ts';
import type { Cell, Style } from './cells.ts';
import { labelColumn, nameInWords } from './columns.ts';
import type { Column } from './columns.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** In the order of their numbers. */
const sheets = ['Summary', 'Rows', 'About'] as const;

export type Sheet = (typeof sheets)[number];

const numberOf = (sheet: Sheet) => sheets.indexOf(sheet) + 1;

/** With the number, which pylightxl takes from it. */
const idOf = (sheet: Sheet) => `sheet${numberOf(sheet)}`;

export const sheetPart = (sheet: Sheet) => `xl/worksheets/${idOf(sheet)}.xml`;

/** Of the sheet `Rows`, from its first cell on. It ends in a row of totals. */
export type Table = { columns: Column[]; rows: number };

export const tableName = 'ReportRows';

/** Of the file: XML, as its properties and its footers have it. */
export type Properties = { title: string; period: string; company: string };

/** Words that cells share, by their numbers: statuses, which SQL has in their order, then those of the labels. */
export function createWords() {
  const words = paymentStatuses.map(nameInWords);
  return {
    label: (text: string, style?: Style): Cell => {
      if (!words.includes(text)) words.push(text);
      return wordCell(String(words.indexOf(text)), style);
    },
    /** When all labels are made. */
    wordsPart: () =>
      `${declaration}<sst xmlns="${main}">${words.map((word) => `<si><t>${word}</t></si>`).join('')}</sst>`,
  };
}

/** Every other part but the sheets, by its name. */
export function partsOf(table: Table, { title, period, company }: Properties): Record<string, string> {
  const ofSheets = sheets.map((sheet) => relationship(idOf(sheet), 'worksheet', `worksheets/${idOf(sheet)}`));
  return {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relationships(
      relationship('workbook', 'officeDocument', 'xl/workbook'),
      relationship('core', 'metadata/core-properties', 'docProps/core', `${packages}/relationships`),
      relationship('app', 'extended-properties', 'docProps/app'),
    ),
    'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}, ${period}</dc:title></cp:coreProperties>`,
    'docProps/app.xml': `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Company>${company}</Company></Properties>`,
    'xl/workbook.xml': workbook(table),
    'xl/_rels/workbook.xml.rels': relationships(
      relationship('styles', 'styles', 'styles'),
      relationship('words', 'sharedStrings', 'sharedStrings'),
      ...ofSheets,
    ),
    'xl/styles.xml': styles,
    [`xl/worksheets/_rels/${idOf('Rows')}.xml.rels`]: relationships(relationship('table', 'table', '../tables/table1')),
    'xl/tables/table1.xml': tablePart(table),
  };
}

function contentTypes(): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const ofSheets = sheets.map((sheet) => override(`worksheets/${idOf(sheet)}`, 'worksheet'));
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('sharedStrings', 'sharedStrings')}${ofSheets.join('')}${override('tables/table1', 'table')}</Types>`;
}

function relationships(...content: string[]): string {
  return `${declaration}<Relationships xmlns="${packages}/relationships">${content.join('')}</Relationships>`;
}

function relationship(id: string, type: string, part: string, types = office): string {
  return `<Relationship Id="${id}" Type="${types}/${type}" Target="${part}.xml"/>`;
}

/** Ids, the last columns, are not printed; the head is, on each page. */
function workbook({ columns, rows }: Table): string {
  const ofSheets = sheets.map((sheet) => `<sheet name="${sheet}" sheetId="${numberOf(sheet)}" r:id="${idOf(sheet)}"/>`);
  const printed = columns.filter(({ kind }) => kind !== 'id').length;
  const defined = (name: string, range: string) =>
    `<definedName name="_xlnm.${name}" localSheetId="${sheets.indexOf('Rows')}">'Rows'!${range}</definedName>`;
  const area = `$A$1:$${columnReference(printed - 1)}$${rows + 2}`;
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr/><sheets>${ofSheets.join('')}</sheets><definedNames>${defined('Print_Area', area)}${defined('Print_Titles', '$1:$1')}</definedNames></workbook>`;
}

function tablePart({ columns, rows }: Table): string {
  const last = columnReference(columns.length - 1);
  const label = labelColumn(columns);
  const parts = columns.map((column, index) => {
    const total = column.sums ? ' totalsRowFunction="sum"' : column === label ? ' totalsRowLabel="Total"' : '';
    return `<tableColumn id="${index + 1}" name="${column.name}"${total}/>`;
  });
  return `${declaration}<table xmlns="${main}" id="1" name="${tableName}" displayName="${tableName}" ref="A1:${last}${rows + 2}" totalsRowCount="1"><autoFilter ref="A1:${last}${rows + 1}"/><tableColumns count="${columns.length}">${parts.join('')}</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`;
}

const format = ([id, font, align]: (typeof cellStyles)[keyof typeof cellStyles]) =>
  `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment horizontal="${align}"/></xf>`;

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="yyyy-mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${Object.keys(cellStyles).length}">${Object.values(cellStyles).map(format).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Widths are in characters. The first row of a table stays in sight. */
export function sheetStart(widths: number[], table?: Table): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const dimension = table ? `<dimension ref="A1:${columnReference(widths.length - 1)}${table.rows + 2}"/>` : '';
  const pane = table ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${dimension}<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export function sheetEnd({ title, period }: Properties, table?: Table): string {
  return `</sheetData><pageMargins left="0.5" right="0.5" top="0.5" bottom="0.75" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L${title}, ${period}&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>${table ? '<tableParts count="1"><tablePart r:id="table"/></tableParts>' : ''}</worksheet>`;
}

/** Every row of a report. Both statements take `values` by name. */
export type WholeReport = {
  /** Yields the number of rows. */
  count: string;
  /** Yields the rows, one text each. */
  rows: (text: RowText) => string;
  columns: Column[];
  values: Record<string, unknown>;
};

/** A column of the flattened report: its name in the heading, the SQL expression of its value. Null is an empty cell. */
export type Column = { name: string; kind: 'text' | 'number' | 'money' | 'instant'; value: string };

/** How a row becomes text: as the JSON object that it is on a page, or cell by cell, each an SQL expression never null. */
export type RowText = 'json' | CellText;

type CellText = { cell: (column: Column) => string; separator: string };

export function cellsOf(columns: Column[], text: CellText): string {
  return joined(columns.map(text.cell), text);
}

export function joined(cells: string[], { separator }: CellText): string {
  return cells.join(` || '${separator}' || `);
}

/** What both reports show of a contract, joined by `contractJoins`. */
export const contractColumns: Column[] = [
  text('contractId', 'c.id'),
  text('contractTitle', 'c.title'),
  ...['contractor', 'employer'].flatMap((person) => [
    text(`${person}Id`, `${person}.id`),
    text(`${person}FirstName`, `${person}.first_name`),
    text(`${person}LastName`, `${person}.last_name`),
  ]),
  text('teamId', 'team.id'),
  text('teamName', 'team.name'),
];

export function text(name: string, value: string): Column {
  return { name, kind: 'text', value };
}

export function isoInstant(value: string): string {
  return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

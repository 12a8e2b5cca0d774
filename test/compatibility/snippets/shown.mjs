const nameOf = (cell) =>
  cell === null || cell === undefined ? 'nothing' : (cell.constructor?.name ?? typeof cell).toLowerCase();

/** Prints the rows, and before them the types of the last but one: in a workbook the last is of totals. */
export function show(rows) {
  console.log(JSON.stringify(['types', ...Array.from(rows.at(-2), nameOf)]));
  for (const row of rows) {
    console.log(JSON.stringify(Array.from(row), (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  }
}

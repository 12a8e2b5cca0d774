/** Prints the rows. */
export function show(rows) {
  for (const row of rows) {
    console.log(JSON.stringify(Array.from(row), (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  }
}

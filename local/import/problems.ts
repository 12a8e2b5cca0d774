import { importTables } from './tables.ts';

/** What is wrong with a row, or from its line on with the rest of a file. */
export type Problem = { table: string; line: number; column?: string; message: string };

/** No more are looked for, and shown. */
export const maxProblems = 20;

/** One problem a line, in the order of the files and their lines. */
export function report(problems: Problem[]): string {
  const order = importTables.map(({ name }) => name);
  return problems
    .toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table) || a.line - b.line)
    .slice(0, maxProblems)
    .map(
      ({ table, line, column, message }) =>
        `${table}.csv, line ${line}${column ? `, column ${column}` : ''}: ${message}`,
    )
    .join('\n');
}

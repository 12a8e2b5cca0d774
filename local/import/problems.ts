import { importTables } from './tables.ts';

/** What is wrong with a row, or from its line on with the rest of a file. */
export type Problem = { table: string; line: number; column?: string; message: string };

export const maxProblems = 20;

/** A line for each of the first problems. */
export function report(problems: Problem[]): string[] {
  const order = importTables.map(({ name }) => name);
  return problems
    .toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table) || a.line - b.line)
    .slice(0, maxProblems)
    .map(
      ({ table, line, column, message }) =>
        `${table}.csv, line ${line}${column ? `, column ${column}` : ''}: ${message}`,
    );
}

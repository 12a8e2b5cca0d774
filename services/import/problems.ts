import { importTables } from './tables.ts';

/** What is wrong with a row, or from its line on with the rest of a file. */
export type Problem = { table: string; line: number; column?: string; message: string };

export type Problems = ReturnType<typeof createProblems>;

const listedAtMost = 20;

/** Collects what is wrong: the first problem of each cause, and how many more there are like it. */
export function createProblems() {
  const causes = new Map<string, { first: Problem; more: number }>();
  return {
    /** @param count how many rows have this problem */
    add: (problem: Problem, count = 1) => {
      const key = causeOf(problem);
      const cause = causes.get(key) ?? { first: problem, more: -1 };
      causes.set(key, { ...cause, more: cause.more + count });
    },
    /** Whether as many are found as are listed. */
    areEnough: () => causes.size >= listedAtMost,
    /** Whether each is of a field: then all rows were read. */
    areOfFields: () => [...causes.values()].every(({ first }) => first.column !== undefined),
    /** A line for each of the first ones. */
    report: (): string[] => {
      const order = importTables.map(({ name }) => name);
      return [...causes.values()]
        .toSorted(({ first: a }, { first: b }) => order.indexOf(a.table) - order.indexOf(b.table) || a.line - b.line)
        .slice(0, listedAtMost)
        .map(({ first: { table, line, column, message }, more }) => {
          const place = `${table}.csv, line ${line}${column ? `, column ${column}` : ''}`;
          return `${place}: ${message}${more > 0 ? ` (and ${more} more like it)` : ''}`;
        });
    },
  };
}

/** Without what differs from row to row: quoted values and numbers. */
function causeOf({ table, column, message }: Problem): string {
  return JSON.stringify([table, column, message.replace(/"(?:[^"\\]|\\.)*"|\d+(\.\d+)?/g, '')]);
}

import { importTables } from './tables.ts';

/** What is wrong with a row, or from its line on with the rest of a file. */
export type Problem = { table: string; line: number; column?: string; message: string };

export type Problems = ReturnType<typeof createProblems>;

/** So many are listed; of one cause so many, and how many more there are like them. */
const [listedAtMost, ofCauseAtMost] = [20, 3];

/** Collects what is wrong: the first problems of each cause, and the number of the others. */
export function createProblems() {
  const causes = new Map<string, { listed: Problem[]; more: number }>();
  const listed = () => [...causes.values()].flatMap((cause) => cause.listed);
  return {
    /** @param count how many rows have this problem */
    add: (problem: Problem, count = 1) => {
      const key = causeOf(problem);
      const cause = causes.get(key) ?? { listed: [], more: 0 };
      causes.set(key, cause);
      if (cause.listed.length < ofCauseAtMost) cause.listed.push(problem);
      else cause.more += 1;
      cause.more += count - 1;
    },
    /** Whether as many are found as are listed. */
    areEnough: () => listed().length >= listedAtMost,
    /** Whether each is of a field: then all rows were read. */
    areOfFields: () => listed().every(({ column }) => column !== undefined),
    /** A line for each of the first ones. */
    report: (): string[] => {
      const order = importTables.map(({ name }) => name);
      const before = (a: Problem, b: Problem) => order.indexOf(a.table) - order.indexOf(b.table) || a.line - b.line;
      const last = new Map([...causes.values()].map(({ listed, more }) => [listed.at(-1), more]));
      return listed()
        .toSorted(before)
        .slice(0, listedAtMost)
        .map((problem) => {
          const { table, line, column, message } = problem;
          const more = last.get(problem) ?? 0;
          const place = `${table}.csv, line ${line}${column ? `, column ${column}` : ''}`;
          return `${place}: ${message}${more > 0 ? ` (and ${more} more like it)` : ''}`;
        });
    },
  };
}

/** Without what differs from row to row: quoted values and numbers. */
function causeOf({ table, column, message }: Problem): string {
  return JSON.stringify([table, column, message.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '')]);
}

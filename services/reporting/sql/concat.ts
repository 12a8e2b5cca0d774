import { nothing } from './statement.ts';
import type { Sql } from './statement.ts';
/** Marks both ends of an SQL expression in a text. */
const mark = '\0';

export const embedded = (expression: Sql): string => mark + expression + mark;

/** The SQL of a text with expressions embedded in it. */
export const concat = (text: string): Sql => concatOf(partsOf(text));

/** The same, with the runs of parts that are made elsewhere as columns of `table`: `made` has their SQL by their names. */
export function concatWith(text: string, table: string, isElsewhere: (expression: Sql) => boolean) {
  const made: Record<string, Sql> = {};
  const runs: Sql[][] = [];
  const belongs = (part: Sql | undefined) => part !== undefined && (isLiteral(part) || isElsewhere(part));
  for (const part of partsOf(text)) {
    const last = runs.at(-1);
    if (last && belongs(last[0]) && belongs(part)) last.push(part);
    else runs.push([part]);
  }
  const parts = runs.map((run) => {
    const [first = nothing] = run;
    if (!belongs(first) || run.every(isLiteral)) return first;
    const name = `part${Object.keys(made).length + 1}`;
    made[name] = concatOf(run);
    return `${table}."${name}"` as Sql;
  });
  return { line: concatOf(parts), made };
}

/** The SQL of a text, null where one of the expressions embedded in it is null. */
export const concatUnlessNull = (text: string): Sql =>
  partsOf(text)
    .map((part) => (isLiteral(part) ? part : `(${part})`))
    .join(' || ') as Sql;

function partsOf(text: string): Sql[] {
  const parts = text.split(mark).map((part, index) => (index % 2 === 1 ? part : literal(part)));
  return parts.filter((part) => part !== "''") as Sql[];
}

const concatOf = (parts: Sql[]) => `concat(${parts.join(', ')})` as Sql;

const isLiteral = (part: string) => /^E?'(?:[^'\\]|\\.)*'$/.test(part);

function literal(text: string): Sql {
  const escaped = text.replace(/\p{Cc}/gu, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return (escaped === text ? `'${text}'` : `E'${escaped}'`) as Sql;
}

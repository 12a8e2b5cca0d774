import { identifier, joined, nothing, sql } from './statement.ts';
import type { Sql } from './statement.ts';

/** Marks both ends of an SQL expression in a text. */
const mark = '\0';

export const embedded = (expression: Sql): string => mark + expression + mark;

/** The SQL of a text with expressions embedded in it. */
export const concat = (text: string): Sql => concatOf(partsOf(text));

/** The SQL of a text, null where one of the expressions embedded in it is null. */
export const concatUnlessNull = (text: string): Sql =>
  partsOf(text)
    .map(({ part, isLiteral }) => (isLiteral ? part : `(${part})::text`))
    .join(' || ') as Sql;

/**
 * The SQL of a text, with the runs of parts that are made elsewhere as columns of `table`: `made` has their SQL by their names.
 * @param other the same text with other expressions where a part is made here
 */
export function concatWith(text: string, other: string, table: Sql): { line: Sql; made: Record<string, Sql> } {
  const others = partsOf(other);
  const runs: (Part & { isElsewhere: boolean })[][] = [];
  for (const [index, part] of partsOf(text).entries()) {
    const isElsewhere = part.part === others[index]?.part;
    const last = runs.at(-1);
    if (last?.[0]?.isElsewhere && isElsewhere) last.push({ ...part, isElsewhere });
    else runs.push([{ ...part, isElsewhere }]);
  }
  const made: Record<string, Sql> = {};
  const parts = runs.map((run) => {
    const [first] = run;
    if (!first?.isElsewhere || run.every(({ isLiteral }) => isLiteral)) return first?.part ?? nothing;
    const name = `part${Object.keys(made).length + 1}`;
    made[name] = concatOf(run);
    return sql`${table}."${identifier(name)}"`;
  });
  return { line: concatSql(parts), made };
}

type Part = { part: Sql; isLiteral: boolean };

function partsOf(text: string): Part[] {
  const parts = text.split(mark).map((part, index) => {
    const isLiteral = index % 2 === 0;
    return { part: isLiteral ? literal(part) : (part as Sql), isLiteral };
  });
  return parts.filter(({ part }) => part !== "''");
}

const concatOf = (parts: Part[]) => concatSql(parts.map(({ part }) => part));

/** In lines of its own where it takes several. */
function concatSql(parts: Sql[]): Sql {
  const all = joined(parts);
  if (!all.includes('\n')) return sql`concat(${all})`;
  return sql`
    concat(
      ${all}
    )`;
}

function literal(text: string): Sql {
  const escaped = text.replace(/\p{Cc}/gu, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return (escaped === text ? `'${text}'` : `E'${escaped}'`) as Sql;
}

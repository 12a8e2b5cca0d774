import { hash } from 'node:crypto';
import pg from 'pg';
import type { PreparedStatement } from '../../../runtime/postgres/database.ts';

declare const isSql: unique symbol;
declare const nullability: unique symbol;

/** A fragment of SQL. A plain string is refused: values are parameters. */
export type Sql = string & { readonly [isSql]: true };

/** An expression of which it is known whether it may be null. One that is never null stands where one may be, not the other way. */
export type Value<Null extends 'nullable' | 'never null' = 'nullable'> = Sql & {
  readonly [nullability]: Null extends 'nullable' ? 'nullable' | 'never null' : Null;
};

/** What the compiler can't see: that an expression is never null. */
export const neverNull = (expression: Sql) => expression as Value<'never null'>;

export type Direction = 'asc' | 'desc';

/** No SQL, as where a filter isn't given. */
export const nothing = '' as Sql;

/**
 * SQL text. A fragment of several lines is indented as the line that it stands in, or by two more where it doesn't begin the line, so
 * that a statement reads as one; lines that nothing stands in are left out. A word that the compiler knows, such as `desc`, is a fragment, too.
 */
export function sql<Fragments extends readonly string[]>(
  strings: TemplateStringsArray,
  ...fragments: Fragments & OnlySql<Fragments>
): Sql {
  const text = strings.reduce((before, part, index) => {
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const indentation = /^\s*/.exec(line)?.[0] ?? '';
    const deeper = line === indentation ? indentation : `${indentation}  `;
    return before + (fragments[index - 1] ?? '').replaceAll('\n', `\n${deeper}`) + part;
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const indentation = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indentation).trimEnd()).join('\n') as Sql;
}

type OnlySql<Fragments extends readonly string[]> = {
  [Index in keyof Fragments]: string extends Fragments[Index] ? Sql : unknown;
};

/** A name of this program's own: of a table, a column or a direction. @throws Error for anything else */
export function identifier(text: string | number): Sql {
  if (!/^[\w.]+$/.test(String(text))) throw new Error(`${text} is no identifier`);
  return String(text) as Sql;
}

/** A text of this program's own, as a literal. */
export const quoted = (text: string) => pg.escapeLiteral(text) as Sql;

/** The fragments with an operator or a comma between them, as many in a line as fit; those of a union each in a line. */
export function joined(
  fragments: readonly Sql[],
  separator: ' and ' | ' or ' | ', ' | ' union all\n' | '\n' = ', ',
): Sql {
  if (separator.endsWith('\n')) return fragments.join(separator) as Sql;
  const [ofLine, ofNext] = separator === ', ' ? [',\n', ''] : ['\n', `${separator.trim()} `];
  return fragments.reduce<string>((text, fragment) => {
    const lastLine = text.slice(text.lastIndexOf('\n') + 1);
    const fits = !fragment.includes('\n') && lastLine.length + fragment.length < lineLength;
    return text === '' ? fragment : text + (fits ? separator : ofLine + ofNext) + fragment;
  }, '') as Sql;
}

/** A list of expressions, as many in a line as fit. */
export const list = (expressions: readonly Sql[]) => joined(expressions);

/** Without what the line begins with, and the indentation. */
const lineLength = 120;

/** The CTEs of a statement, those that are not empty. */
export function withAll(...ctes: Sql[]): Sql {
  const given = ctes.filter((cte) => cte !== '');
  return given.length > 0 ? (`with ${given.join(',\n')}` as Sql) : nothing;
}

/** With the names of its parameters in the order of their numbers, and a digest of its text. */
export type Statement = PreparedStatement & { parameters: string[]; digest: string };

/**
 * Numbers the parameters of a text that names them, as `:companyId`; comments and quoted text have no parameters. It begins with its name, which
 * pg_stat_activity then shows. Postgres tells prepared statements apart by the first 63 bytes of their names.
 */
export function statement(name: string, namedText: Sql): Statement {
  const parameters: string[] = [];
  const text = withParameters(sql`-- ${name as Sql}\n${namedText}`, (parameter) => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  const digest = hash('sha256', text);
  return { name: `${name} ${digest.slice(0, 8)}`, text, parameters, digest };
}

/** The text with the values of its parameters in it, for a command that takes none. */
export function withValues(namedText: Sql, values: Record<string, unknown>): string {
  return withParameters(namedText, (parameter) => literal(valueOf(values, parameter)));
}

function withParameters(namedText: string, replace: (parameter: string) => string): string {
  return namedText.replace(/--.*|'[^']*'|(?<![:\w]):([a-z]\w*)/g, (found: string, parameter?: string) =>
    parameter === undefined ? found : replace(parameter),
  );
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`;
  // Behind a zero byte, Postgres would read no further.
  if (typeof value !== 'string' || value.includes('\0'))
    throw new Error(`${JSON.stringify(value)} is no value of a file`);
  return pg.escapeLiteral(value);
}

/** Makes a value once for each argument: to put the text of a statement together takes longer than to run it. */
export function madeOnce<Of, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const all = new Map<string, Made>();
  return (of) => {
    const key = JSON.stringify(of);
    const made = all.get(key) ?? make(of);
    all.set(key, made);
    return made;
  };
}

/** @throws Error where a parameter has no value; null is one */
export function valuesOf({ name, parameters }: Statement, values: Record<string, unknown>): unknown[] {
  return parameters.map((parameter) => {
    const value = valueOf(values, parameter);
    if (value === undefined) throw new Error(`statement ${name} has no value for :${parameter}`);
    return value;
  });
}

/** A function makes what is sent as JSON, for the few statements that have the parameter. */
function valueOf(values: Record<string, unknown>, parameter: string): unknown {
  const value = values[parameter];
  return typeof value === 'function' ? JSON.stringify((value as () => unknown)()) : value;
}

/**
 * SQL text. A fragment of several lines is indented as the line that it stands in, so that a statement reads as one; lines
 * that nothing stands in are left out.
 */
export function sql(strings: TemplateStringsArray, ...fragments: string[]): string {
  const text = strings.reduce((before, part, index) => {
    const [indentation] = /[^\S\n]*(?=[^\n]*$)/.exec(before.slice(before.lastIndexOf('\n') + 1)) ?? [''];
    return before + (fragments[index - 1] ?? '').replaceAll('\n', `\n${indentation}`) + part;
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const indentation = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indentation).trimEnd()).join('\n');
}

/** A statement as Postgres takes it, and the names of its parameters in the order of their numbers. */
export type Statement = { name: string; text: string; parameters: string[] };

/** Numbers the parameters of a text that names them, as `:companyId`; what stands in a comment or in quotes is none. */
export function statement(name: string, namedText: string): Statement {
  const parameters: string[] = [];
  const text = namedText.replace(/--.*|'[^']*'|(?<![:\w]):([a-z]\w*)/g, (found: string, parameter?: string) => {
    if (parameter === undefined) return found;
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { name, text, parameters };
}

/** @throws Error where a parameter has no value; null is one */
export function valuesOf({ name, parameters }: Statement, values: Record<string, unknown>): unknown[] {
  return parameters.map((parameter) => {
    if (values[parameter] === undefined) throw new Error(`statement ${name} has no value for :${parameter}`);
    return values[parameter];
  });
}

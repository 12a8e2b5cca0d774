/** Marks both ends of an SQL expression in a text. */
const mark = '\0';

export const embedded = (expression: string): string => mark + expression + mark;

/** The SQL of a text with expressions embedded in it. */
export function concat(text: string): string {
  const parts = text.split(mark).map((part, index) => (index % 2 === 1 ? part : literal(part)));
  return `concat(${parts.filter((part) => part !== "''").join(', ')})`;
}

function literal(text: string): string {
  const escaped = text.replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return escaped === text ? `'${text}'` : `E'${escaped}'`;
}

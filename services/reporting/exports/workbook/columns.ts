import type { Field, FieldKind, Fields } from '../../../../proto/report.ts';
import { groupColumn } from '../../../../proto/summary.ts';
import { publicValue } from '../../sql/fields.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { concat, concatUnlessNull, embedded } from '../../sql/concat.ts';
import { cellStyles } from './parts.ts';

type Kind = 'text' | 'id' | 'date' | 'money' | 'count' | 'hours' | 'percentage';

/** A column of a table for people: the fields that it shows, and the statistics that are their sums. */
export type Column = { name: string; kind: Kind; fields: string[]; sums?: string[] };

/** Of one field, or of two with a name. */
type Shown = string | [name: string, first: string, second: string];

/** The first columns. */
const order: Shown[] = [
  ...['scheduledPaymentOn', 'month', 'name', 'contractTitle'],
  ['Contractor', 'contractorFirstName', 'contractorLastName'],
  ...['teamName', 'status', 'rate', 'contractsCount', 'scheduledPaymentsCount', 'paidScheduledPaymentsCount'],
  ...['amount', 'totalScheduledPaymentsAmount', 'paidAmount', 'totalScheduledPaymentsPaidAmount', 'trackedMinutes'],
  ['Timer hours', 'trackedMinutes', 'manualMinutes'],
  ...['manualMinutes', 'overtimeMinutes', 'billableMinutes', 'billedMinutes', 'activity', 'billableAmount'],
  ['Employer', 'employerFirstName', 'employerLastName'],
];

const fieldsOf = (shown: Shown) => (typeof shown === 'string' ? [shown] : shown.slice(1));

/** Every field is in a column; ids come last. Those of a group that the contract has too are left out. */
export function columnsOf(fields: Fields, statistics: Fields = {}): Column[] {
  const first = order.filter((shown) => fieldsOf(shown).every((name) => name in fields));
  const left = new Set([...first.flatMap(fieldsOf), ...Object.keys(fields).map(groupColumn)]);
  const others = Object.keys(fields).filter((name) => !left.has(name));
  const columns = [...first, ...others].map((shown) => columnOf(shown, fields, statistics));
  return columns.toSorted((one, other) => Number(one.kind === 'id') - Number(other.kind === 'id'));
}

function columnOf(shown: Shown, fields: Fields, statistics: Fields): Column {
  const names = fieldsOf(shown);
  const [first = ''] = names;
  const field = fields[first];
  if (!field) throw new Error(`${first} is no field of the table`);
  const isHours = field.kind === 'count' && first.endsWith('Minutes');
  const words = nameInWords(isHours ? first.replace(/Minutes$/, 'Hours') : first);
  const sums = names.map((name) => fields[name]?.sum ?? name);
  const isSum = field.kind !== 'percentage' && sums.every((sum) => sum !== false && sum in statistics);
  return {
    name: typeof shown === 'string' ? (field.column ?? words) : shown[0],
    kind: isHours ? 'hours' : kinds[field.kind],
    fields: names,
    ...(isSum && { sums: sums as string[] }),
  };
}

const kinds: Record<FieldKind, Kind> = {
  ...{ id: 'id', text: 'text', status: 'text', instant: 'date' },
  ...{ money: 'money', count: 'count', percentage: 'percentage' },
};

/** As `Team ids` of `teamIds`. */
export function nameInWords(name: string): string {
  const words = name.replace(/(?=[A-Z])/g, ' ').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A row of a sheet. Its cells are in order, so that none needs a reference. */
export const sheetRow: RowFormat = {
  cell: (field, stored) => {
    if (field.kind === 'instant') return dateCell(field, stored);
    if (field.kind === 'status') return `initcap(${stored})`;
    return field.kind === 'text' || field.kind === 'id' ? xmlText(stored) : publicValue(field, stored);
  },
  line: ({ fields }, cells) => {
    const row = columnsOf(fields).map((each) =>
      cellOf(
        each,
        each.fields.map((name) => cells[name] ?? ''),
      ),
    );
    return `<row>${row.join('')}</row>`;
  },
};

function cellOf({ kind }: Column, [first = '', second]: string[]): string {
  switch (kind) {
    case 'text':
    case 'id': {
      const text = textCell(second === undefined ? embedded(first) : `${embedded(first)} ${embedded(second)}`);
      // A contract may be without a team.
      return embedded(`coalesce(${concatUnlessNull(text)}, '${emptyCell}')`);
    }
    case 'date':
      return embedded(first);
    case 'hours':
      return numberCell(embedded(`(${first}${second === undefined ? '' : ` - ${second}`}) / 60.0`), 'money');
    case 'money':
      return numberCell(embedded(first), 'money');
    case 'count':
    case 'percentage':
      return numberCell(embedded(first));
    default:
      return kind satisfies never;
  }
}

export const emptyCell = '<c/>';

/** @param text XML */
export function textCell(text: string, style?: keyof typeof cellStyles): string {
  return `<c${styled(style)} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

export function numberCell(value: string, style?: keyof typeof cellStyles, formula = ''): string {
  return `<c${styled(style)}>${formula}<v>${value}</v></c>`;
}

function styled(style?: keyof typeof cellStyles): string {
  return style === undefined ? '' : ` s="${cellStyles[style]}"`;
}

/** Spreadsheets agree on days from March 1900 on only; earlier ones are texts. */
function dateCell(field: Field, stored: string): string {
  const day = `${stored}::date - date '1899-12-30'`;
  const instant = `round(extract(epoch from ${stored})::numeric / 86400 + 25569, 9)`;
  return `case when ${stored} < '1900-03-01T00:00Z' then ${concat(textCell(embedded(publicValue(field, stored))))} when ${stored} = ${stored}::date then ${concat(numberCell(embedded(day), 'day'))} else ${concat(numberCell(embedded(instant), 'instant'))} end`;
}

/** A text as XML, each line break as a line feed, and what XML can't have replaced. What would be read as an escape is escaped. */
export function xmlText(text: string): string {
  const steps = [
    (value: string) => String.raw`regexp_replace(${value}, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g')`,
    (value: string) => `replace(${value}, '&', '&amp;')`,
    (value: string) => `replace(${value}, '<', '&lt;')`,
    (value: string) => `replace(${value}, '>', '&gt;')`,
    (value: string) => String.raw`regexp_replace(${value}, '\r\n?', E'\n', 'g')`,
    (value: string) => `regexp_replace(${value}, '[${control}]', '\uFFFD', 'g')`,
  ];
  const escaped = steps.reduce((value, step) => step(value), text);
  return String.raw`case when ${text} ~ '[&<>\r${control}]|_x[0-9A-Fa-f]{4}_' then ${escaped} else ${text} end`;
}

const control = String.raw`\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff`;

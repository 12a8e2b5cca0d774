import type { FieldKind, Fields } from '../../../../proto/report.ts';
import { groupColumn } from '../../../../proto/summary.ts';
import { publicValue } from '../../sql/fields.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { concat, embedded } from '../../sql/concat.ts';
import { statusOrder } from '../../sql/groups.ts';
import { dateCell, numberCell, rowOf, textCell, wordCell } from './cells.ts';
import type { Cell } from './cells.ts';
import { joined, nothing, quoted, sql } from '../../sql/statement.ts';
import type { Sql } from '../../sql/statement.ts';

type Kind = FieldKind | 'hours';

/** A column of a table for people: the fields that it shows, whether it has empty cells, and the statistics that are their sums. */
export type Column = { name: string; kind: Kind; fields: string[]; isOptional: boolean; sums?: string[] };

/** Of a field, or with a name and a kind of its own, of one or two. */
type Shown = string | { name: string; kind?: Kind; fields: [string] | [string, string] };

/** The first columns. */
const order: Shown[] = [
  'scheduledPaymentOn',
  { name: 'Month', kind: 'month', fields: ['scheduledPaymentOn'] },
  ...['month', 'name', 'contractTitle'],
  { name: 'Contractor', fields: ['contractorFirstName', 'contractorLastName'] },
  ...['teamName', 'status', 'rate', 'contractsCount', 'scheduledPaymentsCount', 'paidScheduledPaymentsCount'],
  ...['amount', 'totalScheduledPaymentsAmount', 'paidAmount', 'totalScheduledPaymentsPaidAmount', 'trackedMinutes'],
  { name: 'Timer hours', fields: ['trackedMinutes', 'manualMinutes'] },
  ...['manualMinutes', 'overtimeMinutes', 'billableMinutes', 'billedMinutes', 'activity', 'billableAmount'],
  { name: 'Employer', fields: ['employerFirstName', 'employerLastName'] },
];

const fieldsOf = (shown: Shown) => (typeof shown === 'string' ? [shown] : shown.fields);

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
    name: field.column ?? words,
    kind: isHours ? 'hours' : field.kind,
    fields: names,
    isOptional: names.some((name) => fields[name]?.missing && fields[name].none === undefined),
    ...(typeof shown === 'object' && { name: shown.name, ...(shown.kind && { kind: shown.kind }) }),
    ...(isSum && { sums: sums as string[] }),
  };
}

/** Has the word "Total" in a table. Programs that take the type of a column from its first row refuse one among dates. */
export const labelColumn = (columns: Column[]) => columns.find(({ kind }) => kind === 'text');

export const isNumber = ({ kind }: Column) => ['money', 'count', 'hours', 'percentage'].includes(kind);

/** As `Team ids` of `teamIds`. */
export function nameInWords(name: string): string {
  const words = name.replace(/(?=[A-Z])/g, ' ').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Without ids. */
export const shownColumnsOf = (fields: Fields) => columnsOf(fields).filter(({ kind }) => kind !== 'id');

/** A row of these columns, without its number. */
export const sheetRow = (columnsOf: (fields: Fields) => Column[]): RowFormat => ({
  cell: (field, stored) => {
    if (field.kind === 'month') return sql`to_date(${stored}, 'YYYY-MM')`;
    if (field.none !== undefined) return sql`coalesce(${stored}, ${quoted(field.none)})`;
    return field.kind === 'instant' ? stored : publicValue(field, stored);
  },
  line: ({ fields }, cells) =>
    rowOf(
      columnsOf(fields).map((column) => {
        const values = column.fields.map((name) => cells[name] ?? nothing);
        const [first = nothing, second] = values;
        const cell = cellOf(column, first, second);
        if (!column.isOptional) return cell;
        const isEmpty = joined(
          values.map((value) => sql`${value} is null`),
          ' or ',
        );
        return (reference) => embedded(sql`case when ${isEmpty} then '' else ${concat(cell(reference))} end`);
      }),
    ),
});

/** @param first SQL, and `second`, of the values of the column's fields */
function cellOf({ kind }: Column, first: Sql, second?: Sql): Cell {
  switch (kind) {
    case 'text':
    case 'id':
      return textCell(
        embedded(
          sql`reporting.workbook_text(${second === undefined ? first : sql`btrim(${first} || ' ' || ${second})`})`,
        ),
      );
    case 'paymentStatus':
      return wordCell(embedded(sql`array_position(${statusOrder}, ${first}) - 1`));
    case 'instant':
    case 'month':
      return (reference) => embedded(dateCell(kind, first, reference));
    case 'hours':
      return numberCell(embedded(sql`(${first} - ${second ?? '0'}) / 60.0`), 'money');
    case 'money':
      return numberCell(embedded(first), 'money');
    case 'count':
    case 'percentage':
      return numberCell(embedded(first));
    default:
      return kind satisfies never;
  }
}

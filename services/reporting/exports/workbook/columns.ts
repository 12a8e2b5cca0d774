import type { Field, Fields } from '../../../../proto/report.ts';
import { publicValue } from '../../sql/fields.ts';
import type { RowFormat } from '../../sql/fields.ts';
import { concat, embedded } from '../../sql/concat.ts';
import { cellStyles } from './parts.ts';

type Kind = 'text' | 'id' | 'date' | 'money' | 'count' | 'hours' | 'percentage';

/** A column of a table of people: what the portal calls it, and the fields that it shows. */
export type Column = { name: string; kind: Kind; fields: readonly string[] };

const column = (name: string, kind: Kind, ...fields: string[]): Column => ({ name, kind, fields });

/** In order. A table has those whose fields its report has. */
export const allColumns: Column[] = [
  column('Date', 'date', 'scheduledPaymentOn'),
  column('Month', 'text', 'month'),
  column('Payment', 'text', 'name'),
  column('Contract', 'text', 'contractTitle'),
  column('Contractor', 'text', 'contractorFirstName', 'contractorLastName'),
  column('Team', 'text', 'teamName'),
  column('Status', 'text', 'status'),
  column('Rate', 'money', 'rate'),
  column('Contracts', 'count', 'contractsCount'),
  column('Payments', 'count', 'scheduledPaymentsCount'),
  column('Payments paid', 'count', 'paidScheduledPaymentsCount'),
  column('Amount', 'money', 'amount'),
  column('Amount', 'money', 'totalScheduledPaymentsAmount'),
  column('Paid', 'money', 'paidAmount'),
  column('Paid', 'money', 'totalScheduledPaymentsPaidAmount'),
  column('Tracked hours', 'hours', 'trackedMinutes'),
  column('Timer hours', 'hours', 'trackedMinutes', 'manualMinutes'),
  column('Manual hours', 'hours', 'manualMinutes'),
  column('Overtime hours', 'hours', 'overtimeMinutes'),
  column('Billable hours', 'hours', 'billableMinutes'),
  column('Billed hours', 'hours', 'billedMinutes'),
  column('Activity %', 'percentage', 'activity'),
  column('Amount', 'money', 'billableAmount'),
  column('Employer', 'text', 'employerFirstName', 'employerLastName'),
  column('Payment id', 'id', 'id'),
  column('Contract id', 'id', 'contractId'),
  column('Contractor id', 'id', 'contractorId'),
  column('Employer id', 'id', 'employerId'),
  column('Team id', 'id', 'teamId'),
];

export function columnsOf(fields: Fields): Column[] {
  return allColumns.filter((each) => each.fields.every((name) => name in fields));
}

/** The statistic that is the sum of a column; of others there is none. */
export function sumOf({ kind, fields }: Column): readonly string[] | undefined {
  if (kind !== 'money' && kind !== 'hours' && kind !== 'count') return undefined;
  // How many contracts there are in all is not a sum, and a rate has none.
  const [field = ''] = fields;
  if (field === 'contractsCount' || field === 'rate') return undefined;
  const statistics: Record<string, string> = {
    amount: 'totalScheduledPaymentsAmount',
    paidAmount: 'totalScheduledPaymentsPaidAmount',
  };
  return fields.map((name) => statistics[name] ?? name);
}

/** A row of a sheet. Its cells are in order, so that none needs a reference. */
export const sheetRow: RowFormat = {
  cell: (field, stored) => {
    if (field.kind === 'instant') return dateCell(field, stored);
    if (field.kind === 'status') return `initcap(${stored})`;
    return field.kind === 'text' || field.kind === 'id' ? xmlText(stored) : publicValue(field, stored);
  },
  columns: ({ fields }, cells) => {
    const row = columnsOf(fields).map((each) =>
      cellOf(
        each,
        each.fields.map((name) => cells[name] ?? ''),
      ),
    );
    return `${concat(`<row>${row.join('')}</row>`)} as line`;
  },
};

function cellOf({ kind }: Column, [first = '', second]: string[]): string {
  switch (kind) {
    case 'text':
    case 'id': {
      const text = textCell(second === undefined ? embedded(first) : `${embedded(first)} ${embedded(second)}`);
      // A contract may be without a team.
      return embedded(`case when ${first} is null then '${emptyCell}' else ${concat(text)} end`);
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

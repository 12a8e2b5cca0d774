import { identifier } from './statement.ts';
import type { Value } from './statement.ts';

/** The columns of tables that reports show. A test compares them with the database. */
export const shownColumns = {
  contracts: { neverNull: ['id', 'title'], nullable: ['rate'] },
  people: { neverNull: ['id', 'first_name', 'last_name'], nullable: [] },
  teams: { neverNull: ['id', 'name'], nullable: [] },
  scheduled_payments: {
    neverNull: ['id', 'name', 'amount', 'paid_amount', 'status', 'scheduled_payment_on'],
    nullable: [],
  },
} as const;

type Tables = typeof shownColumns;
type NeverNull<Table extends keyof Tables> = Tables[Table]['neverNull'][number];
type Nullable<Table extends keyof Tables> = Tables[Table]['nullable'][number];

/** The columns of a table by its alias. */
export function columnsOf<Table extends keyof Tables>(
  table: Table,
  alias: string,
): Record<NeverNull<Table>, Value<'never null'>> & Record<Nullable<Table>, Value> {
  const names = [...shownColumns[table].neverNull, ...shownColumns[table].nullable];
  return Object.fromEntries(names.map((name) => [name, identifier(`${alias}.${name}`)])) as ReturnType<
    typeof columnsOf<Table>
  >;
}

/** And of a table that is joined by a left join. */
export function columnsOfOuter<Table extends keyof Tables>(
  table: Table,
  alias: string,
): Record<NeverNull<Table> | Nullable<Table>, Value> {
  return columnsOf(table, alias);
}

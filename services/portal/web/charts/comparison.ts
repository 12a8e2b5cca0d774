import { comparedWith, groupIdOf } from '../api/reports.ts';
import { monthsBetween } from '../api/dates.ts';
import type { Answer } from '../api/use-report.ts';
import { shareOf, signed } from '../parts/formats.ts';

/** A column of the table. Its total comes with it: of groups that aren't shown too. */
export type Column = {
  name: string;
  values: number[];
  total: number;
  format: (value: number) => string;
  /** Whether the bars are as long as this. */
  isDrawn?: boolean;
};

/** The answer with the sums of the period to compare with, for the same groups in the same order. */
export function answerBefore(answer: Answer): Answer | undefined {
  const { query, groups, before, groupsBefore } = answer;
  if (!before || !groupsBefore) return undefined;
  const months = monthsBetween(comparedWith(query), query);
  const earlier = new Map(groupsBefore.results.map((row) => [groupIdOf(query.by, row, months), row.statistics]));
  const results = groups.results.map((row) => {
    const nothing = Object.fromEntries(Object.keys(row.statistics).map((name) => [name, 0]));
    return { ...row, statistics: earlier.get(groupIdOf(query.by, row)) ?? nothing };
  });
  return { ...answer, groups: { ...groups, results }, totals: before.statistics } as Answer;
}

/** The columns, and beside the one that is drawn what it was before. */
export function withBefore(columns: Column[], before: { columns: Column[]; name: string } | undefined): Column[] {
  return columns.flatMap((column, index) => {
    const then = before?.columns[index];
    if (!column.isDrawn || !then) return [column];
    const each = (name: string, of: (now: number, before: number) => number, format: Column['format']): Column => ({
      name,
      values: column.values.map((value, row) => of(value, then.values[row] ?? 0)),
      total: of(column.total, then.total),
      format,
    });
    return [
      column,
      { ...then, name: before.name, isDrawn: false },
      each('Difference', (now, before) => now - before, signed(column.format)),
      each('%', (now, before) => (now - before) / before, shareOf),
    ];
  });
}

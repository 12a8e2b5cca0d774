import type { RunPrepared } from '../../../runtime/postgres/snapshot.ts';
import { createStatements, valuesOf } from '../sql/statement.ts';
import { totalsStatementOf } from './report.ts';
import type { FilterValues, Order, PageRow, Report } from './report.ts';

/** The totals of a report, and the version that they are of. */
type TotalsRow = Pick<PageRow, 'version' | 'totalCount' | 'statistics'>;

export type ReadTotals = ReturnType<typeof createTotals>;

/** Reads totals in a snapshot. */
export function createTotals() {
  const prepared = createStatements();
  return async (
    report: Report,
    { filters }: Pick<Order, 'filters'>,
    values: FilterValues,
    run: RunPrepared,
  ): Promise<TotalsRow> => {
    const statement = prepared([report.name, filters], () => totalsStatementOf(report, filters));
    const [row] = await run<TotalsRow>(statement, valuesOf(statement, values));
    if (!row) throw new Error('totals are one row, always');
    return row;
  };
}

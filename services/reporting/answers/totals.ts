import type pg from 'pg';
import type { RunPrepared } from '../../../runtime/postgres/snapshot.ts';
import { createStatements, valuesOf } from '../sql/statement.ts';
import type { ChooseWay } from './choose-way.ts';
import { positionOf } from './position.ts';
import { pageStatementOf } from './report.ts';
import type { FilterValues, Order, PageRow, Report } from './report.ts';

/** Reads the totals of a report in a snapshot, with the version that they are of. */
export type ReadTotals = (run: RunPrepared) => Promise<PageRow>;

export type ChooseTotals = ReturnType<typeof createTotals>;

/** Chooses how totals are read: as those of a page past the end, for which no row is looked for. */
export function createTotals(chooseWay: ChooseWay) {
  const prepared = createStatements();
  return async (
    report: Report,
    order: Order,
    values: FilterValues,
    pool: pg.Pool,
    signal: AbortSignal,
  ): Promise<ReadTotals> => {
    const requested = { ...values, ...positionOf({ page: 1, itemsPerPage: 1 }) };
    const { way, answered } = await chooseWay(report, order, requested, pool, signal);
    const statement = prepared([report.name, order, way], () => pageStatementOf(report, order, way));
    return async (run) => {
      const past = valuesOf(statement, { ...requested, batchOffset: Number.MAX_SAFE_INTEGER });
      const [row] = await run<PageRow>(statement, past);
      if (!row) throw new Error('a report is one row, always');
      answered(row.statistics);
      return row;
    };
  };
}

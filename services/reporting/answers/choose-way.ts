import type pg from 'pg';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { ofContracts } from '../sql/filters.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import type { Cache } from '../../../runtime/cache.ts';
import type { Caches } from './caches.ts';
import type { Position } from './position.ts';
import type { FilterValues, Hints, Order, Report, Way } from './report.ts';

const fewRows = 3_000;
const noHints: Hints = { company: { contracts: 0, months: [] } };

export type ChooseWay = (
  report: Report,
  order: Order,
  requested: FilterValues & Position,
  pool: pg.Pool,
  signal: AbortSignal,
) => Promise<Chosen>;

/** A way, and a function that takes the statistics of its answer. */
type Chosen = { way: Way; answered: (statistics: string) => void };

/** Chooses by cached hints. One that an answer shows to be far from right, as after an import, is deleted. */
export function createChooseWay({
  companyHints,
  filterHints,
}: Pick<Caches, 'companyHints' | 'filterHints'>): ChooseWay {
  return async (report, order, requested, pool, signal) => {
    const { hints } = report;
    if (!hints) return { way: report.choose(order, requested, noHints), answered: () => undefined };
    const given = ofContracts(report.filters, order.filters);
    const companyKey = JSON.stringify([hints.of, requested.companyId]);
    const values: Record<string, unknown> = requested;
    const filterKey = JSON.stringify([hints.of, requested.companyId, given.map((name) => [name, values[name]])]);
    const read = async <H extends object>(cache: Cache<H>, of: 'company' | 'filter', key: string): Promise<H> => {
      const cached = cache.get(key);
      if (cached) return cached;
      const text = of === 'company' ? hints.company : hints.filter(given);
      const prepared = statement(['hints', of, hints.of, ...given].join(' '), text);
      const [row] = await runStatement<{ hints: H }>(pool, prepared, valuesOf(prepared, requested), signal);
      if (!row) throw new Error('hints are one row, always');
      cache.set(key, row.hints);
      return row.hints;
    };
    const company = await read(companyHints, 'company', companyKey);
    const filter = given.length > 0 ? await read(filterHints, 'filter', filterKey) : undefined;
    const found: Hints = { company, filter };
    return {
      way: report.choose(order, requested, found),
      answered: (statistics) => {
        const { [hints.statistic]: count = 0 } = JSON.parse(statistics) as Record<string, number>;
        if (count < 4 * hints.atMost(requested, found) + fewRows) return;
        companyHints.delete(companyKey);
        filterHints.delete(filterKey);
      },
    };
  };
}

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import type { Position } from './position.ts';
import type { CompanyHints, FilterHints, FilterValues, Hints, Order, Report, Way } from './report.ts';

const cachedMs = 300_000;
const monthsAtMost = 500_000;
const filtersAtMost = 10_000;
const fewRows = 3_000;
const noHints: Hints = { company: { contracts: 0, months: [] } };

export type ChooseWay = (
  report: Report,
  order: Order,
  asked: FilterValues & Position,
  pool: pg.Pool,
  signal: AbortSignal,
) => Promise<Chosen>;

/** A way, and a function that takes the statistics of its answer. */
type Chosen = { way: Way; answered: (statistics: string) => void };

/**
 * Chooses by hints, each of which is read once in five minutes. A hint decides what an answer costs, never what it says; so it may
 * be old. One that an answer shows to be far from right, as after an import, is forgotten.
 */
export function createChooseWay(): ChooseWay {
  const companies = new LRUCache<string, CompanyHints>({
    ttl: cachedMs,
    maxSize: monthsAtMost,
    sizeCalculation: ({ months }) => months.length + 1,
  });
  const filters = new LRUCache<string, FilterHints>({ ttl: cachedMs, max: filtersAtMost });
  return async (report, order, asked, pool, signal) => {
    const { hints } = report;
    if (!hints) return { way: report.choose(order, asked, noHints), answered: () => undefined };
    const { companyId, teamIds, contractorIds } = asked;
    const companyKey = JSON.stringify([hints.of, companyId]);
    const filterKey = JSON.stringify([hints.of, companyId, teamIds, contractorIds]);
    const read = async <H extends object>(
      cache: { get: (key: string) => H | undefined; set: (key: string, hints: H) => unknown },
      of: 'company' | 'filter',
      key: string,
    ): Promise<H> => {
      const cached = cache.get(key);
      if (cached) return cached;
      const text = of === 'company' ? hints.company : hints.filter(order.filters);
      const prepared = statement(['hints', of, hints.of, ...order.filters].join(' '), text);
      const [row] = await runStatement<{ hints: H }>(pool, prepared, valuesOf(prepared, asked), signal);
      if (!row) throw new Error('hints are one row, always');
      cache.set(key, row.hints);
      return row.hints;
    };
    const company = await read(companies, 'company', companyKey);
    const filter = order.filters.length > 0 ? await read(filters, 'filter', filterKey) : undefined;
    const known: Hints = { company, filter };
    return {
      way: report.choose(order, asked, known),
      answered: (statistics) => {
        const { [hints.statistic]: count = 0 } = JSON.parse(statistics) as Record<string, number>;
        if (count < 4 * hints.atMost(asked, known) + fewRows) return;
        companies.delete(companyKey);
        filters.delete(filterKey);
      },
    };
  };
}

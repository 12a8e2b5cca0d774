import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import type { Position } from './position.ts';
import type { CompanyHints, FilterHints, FilterValues, Order, Report, Way } from './report.ts';

const cachedMs = 300_000;
const monthsAtMost = 500_000;
const filtersAtMost = 10_000;

export type ChooseWay = (
  report: Report,
  order: Order,
  asked: FilterValues & Position,
  pool: pg.Pool,
  signal: AbortSignal,
) => Promise<Way>;

/**
 * Chooses by hints, each of which is read once in five minutes. A hint decides what an answer costs, never what it says; so it may
 * be old.
 */
export function createChooseWay(): ChooseWay {
  const companies = new LRUCache<string, CompanyHints>({
    ttl: cachedMs,
    maxSize: monthsAtMost,
    sizeCalculation: ({ months }) => months.length + 1,
  });
  const filters = new LRUCache<string, FilterHints>({ ttl: cachedMs, max: filtersAtMost });
  return async ({ choice }, order, asked, pool, signal) => {
    if (!choice) return {};
    const { hints } = choice;
    if (!hints) return choice.choose(order, asked, { company: { contracts: 0, months: [] } });
    const read = async <H extends object>(
      cache: { get: (key: string) => H | undefined; set: (key: string, hints: H) => unknown },
      of: 'company' | 'filter',
      key: unknown[],
    ): Promise<H> => {
      const cacheKey = JSON.stringify([hints.of, ...key]);
      const cached = cache.get(cacheKey);
      if (cached) return cached;
      const text = of === 'company' ? hints.company : hints.filter(order.filters);
      const prepared = statement(['hints', of, hints.of, ...order.filters].join(' '), text);
      const [row] = await runStatement<{ hints: H }>(pool, prepared, valuesOf(prepared, asked), signal);
      if (!row) throw new Error('hints are one row, always');
      cache.set(cacheKey, row.hints);
      return row.hints;
    };
    const { companyId, teamIds, contractorIds } = asked;
    const company = await read(companies, 'company', [companyId]);
    if (order.filters.length === 0) return choice.choose(order, asked, { company });
    const filter = await read(filters, 'filter', [companyId, teamIds, contractorIds]);
    return choice.choose(order, asked, { company, filter });
  };
}

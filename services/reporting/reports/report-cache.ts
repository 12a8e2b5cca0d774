import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';

/** Answers, and the totals of reports for other pages and orders, each with the version of the data it was made of. */
export type ReportCache = {
  answers: Cached<Report__Output>;
  totals: Cached<Totals>;
  /** By report and filters, without the dates. */
  spans: Cached<Span>;
};

export type Totals = { version: string; totalCount: number; statistics: string };

/** Days that no data of this version are before or after. */
export type Span = { version: string; firstDay: string; lastDay: string };

type Cached<Value> = { get: (key: string) => Value | undefined; set: (key: string, value: Value) => void };

/** @param bytes bound of answers and totals together */
export function createReportCache(bytes: number, metrics: Registry): ReportCache {
  const maxSize = Math.ceil(bytes / 2);
  const answers = new LRUCache<string, Report__Output>({
    maxSize,
    sizeCalculation: ({ json }, key) => key.length + json.length + entryBytes,
  });
  const totals = new LRUCache<string, Totals>({ maxSize, sizeCalculation: (_, key) => key.length + entryBytes });
  new Gauge({
    name: 'client_reporting_report_memory_bytes',
    help: 'Memory that cached answers and totals take.',
    labelNames: ['memory'],
    registers: [metrics],
    collect() {
      this.set({ memory: 'answers' }, answers.calculatedSize);
      this.set({ memory: 'totals' }, totals.calculatedSize);
    },
  });
  return { answers, totals, spans: new LRUCache<string, Span>({ max: 10_000 }) };
}

const entryBytes = 500;

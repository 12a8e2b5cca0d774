import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';

/** Answers, and the totals of reports for other pages and orders, each with the version of the data it was made of. */
export type ReportCache = {
  answers: Cached<{ version: string; answer: Report__Output }>;
  totals: Cached<Totals>;
};

export type Totals = { version: string; totalCount: number; statistics: string };

type Cached<Value> = { get: (key: string) => Value | undefined; set: (key: string, value: Value) => void };

/** @param bytes bound of both together */
export function createReportCache(bytes: number, metrics: Registry): ReportCache {
  const maxSize = Math.ceil(bytes / 2);
  const answers = new LRUCache<string, { version: string; answer: Report__Output }>({
    maxSize,
    sizeCalculation: ({ answer }, key) => key.length + answer.json.length + entryBytes,
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
  return { answers, totals };
}

const entryBytes = 500;

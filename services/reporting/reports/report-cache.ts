import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';
import type { PageBatch } from './page-batch.ts';

export type ReportCache = ReturnType<typeof createReportCache>;

export type Totals = { version: string; totalCount: number; statistics: string };

/** Days that no data of this version are before or after. */
export type Span = { version: string; firstDay: string; lastDay: string };

/**
 * Answers, the totals of reports for other pages and orders, and the order for other pages, each with the version of the data.
 * @param bytes bound of answers, totals and batches together
 */
export function createReportCache(bytes: number, metrics: Registry) {
  const answers = new LRUCache<string, Report__Output>({
    maxSize: Math.ceil(bytes / 2),
    sizeCalculation: ({ json }, key) => key.length + json.length + entryBytes,
  });
  const totals = new LRUCache<string, Totals>({
    maxSize: Math.ceil(bytes / 4),
    sizeCalculation: (_, key) => key.length + entryBytes,
  });
  // By statement, filters and place.
  const batches = new LRUCache<string, PageBatch>({
    maxSize: Math.ceil(bytes / 4),
    sizeCalculation: ({ ids }, key) =>
      key.length + entryBytes + ids.reduce((size, id) => size + id.length + stringBytes, 0),
  });
  new Gauge({
    name: 'client_reporting_report_memory_bytes',
    help: 'Memory that cached answers, totals and the order of pages take.',
    labelNames: ['memory'],
    registers: [metrics],
    collect() {
      this.set({ memory: 'answers' }, answers.calculatedSize);
      this.set({ memory: 'totals' }, totals.calculatedSize);
      this.set({ memory: 'batches' }, batches.calculatedSize);
    },
  });
  // By report and filters, without the dates.
  const spans = new LRUCache<string, Span>({ max: 10_000 });
  return { answers, totals, batches, spans };
}

const entryBytes = 500;
const stringBytes = 32;

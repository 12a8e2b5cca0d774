import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Page } from './page-json.ts';

/** The totals of a report, and the ids of rows in its order: later pages need not pass over all rows before them. */
export type Batch = { version: string; totalCount: number; statistics: string; ids: string[] };

/**
 * Answers, and batches for other pages, each with the version of the data.
 * @param bytes bound of both together
 */
export function createReportCache(bytes: number, metrics: Registry) {
  const answers = new LRUCache<string, Page>({
    maxSize: Math.ceil(bytes / 2),
    sizeCalculation: ({ json }, key) => key.length + json.length + entryBytes,
  });
  const batches = new LRUCache<string, Batch>({
    maxSize: Math.ceil(bytes / 2),
    sizeCalculation: ({ ids }, key) =>
      key.length + entryBytes + ids.reduce((size, id) => size + id.length + stringBytes, 0),
  });
  new Gauge({
    name: 'client_reporting_report_memory_bytes',
    help: 'Memory that cached answers and the order of pages take.',
    labelNames: ['memory'],
    registers: [metrics],
    collect() {
      this.set({ memory: 'answers' }, answers.calculatedSize);
      this.set({ memory: 'batches' }, batches.calculatedSize);
    },
  });
  return { answers, batches };
}

const entryBytes = 500;
const stringBytes = 32;

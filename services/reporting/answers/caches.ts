import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Stripes } from '../../../proto/report-version.ts';
import type { Cache } from '../../../runtime/cache.ts';
import type { Page } from './pages.ts';
import type { Totals } from './report.ts';

/** The ids of rows in the order of a report: later pages need not pass over all rows before them. */
export type Batch = { version: string; totalCount: number; statistics: string | null; ids: string[] };

export type Caches = ReturnType<typeof createCaches>;

/** All that reporting caches, except statements. Each cache has its share of the bytes, so that one cannot empty another. */
export function createCaches(bytes: number, metrics: Registry) {
  const sizes = new Map<string, () => number>();
  const open = <Value extends object | string>(
    name: string,
    share: number,
    bytesOf: (value: Value) => number,
    ttl = 0,
  ): Cache<Value> => {
    const entries = new LRUCache<string, Value>({
      maxSize: Math.ceil(share * bytes),
      sizeCalculation: (value) => entryBytes + Math.ceil(bytesOf(value)),
      ttl,
    });
    sizes.set(name, () => entries.calculatedSize);
    return {
      get: (key) => entries.get(hashOf(key)),
      set: (key, value) => void entries.set(hashOf(key), value),
    };
  };
  new Gauge({
    name: 'client_reporting_report_memory_bytes',
    help: 'Memory that each cache of reporting takes.',
    labelNames: ['memory'],
    registers: [metrics],
    collect() {
      for (const [memory, size] of sizes) this.set({ memory }, size());
    },
  });
  return {
    answers: open<Page>('answers', 0.5, ({ json }) => json.length),
    batches: open<Batch>('batches', 0.35, ({ ids }) => ids.reduce((sum, id) => sum + id.length + stringBytes, 0)),
    totals: open<Totals>('totals', 0.05, ({ statistics }) => statistics.length),
    /** The newest version that each company was answered from. */
    versions: open<Stripes>('versions', 0.05, (stripes) => stripes.size * stripeBytes),
    /** The node of each company on Citus. Shards move. */
    nodes: open<string>('nodes', 0.05, (node) => node.length, 60_000),
  };
}

// As measured of the heap.
const entryBytes = 500;
const stringBytes = 32;
const stripeBytes = 100;

/** Of the same length, however long the key is. */
function hashOf(key: string): string {
  return hash('sha256', key, 'base64url');
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { HistogramConfiguration } from 'prom-client';

export function createMetrics(program: string): Registry {
  const metrics = new Registry();
  new Gauge({
    name: 'client_reporting_build_info',
    help: 'Always 1. The labels say what runs.',
    labelNames: ['program', 'version', 'node'],
    registers: [metrics],
  }).set({ program, version: version(), node: process.version }, 1);
  return metrics;
}

export function countDroppedLines(metrics: Registry, dropped: () => number): void {
  new Counter({
    name: 'client_reporting_log_lines_dropped_total',
    help: 'Log lines that were dropped, since standard output was not read.',
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
}

/** Adds those of Node.js and of the process, such as the lag of the event loop. They take a timer of their own. */
export function measureProcess(metrics: Registry): void {
  collectDefaultMetrics({ register: metrics });
}

/** The histogram of this name, created on first use: the clients of one process share it. */
export function histogram<Label extends string>(
  metrics: Registry,
  configuration: Omit<HistogramConfiguration<Label>, 'buckets' | 'registers'>,
): Histogram<Label> {
  const made = metrics.getSingleMetric(configuration.name) as Histogram<Label> | undefined;
  return made ?? new Histogram({ ...configuration, buckets, registers: [metrics] });
}

/** In seconds. 0.1 is what reports are promised by. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** package.json lies beside the folders of the source, which the build puts one level deeper. */
export function version(): string {
  for (const root of ['..', '../..']) {
    try {
      const file = readFileSync(path.join(import.meta.dirname, root, 'package.json'), 'utf8');
      return (JSON.parse(file) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}

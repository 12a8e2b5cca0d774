import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { HistogramConfiguration } from 'prom-client';
import { version } from './version.ts';

export function createMetrics(program: string, droppedLines: () => number): Registry {
  const metrics = new Registry();
  new Gauge({
    name: 'client_reporting_build_info',
    help: 'Always 1. The labels say what runs.',
    labelNames: ['program', 'version', 'node'],
    registers: [metrics],
  }).set({ program, version, node: process.version }, 1);
  new Counter({
    name: 'client_reporting_log_lines_dropped_total',
    help: 'Log lines that were dropped, since standard output was not read.',
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  return metrics;
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

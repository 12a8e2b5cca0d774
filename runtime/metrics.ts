import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What a process counts and times. Names of the product's own begin with `client_reporting_`. */
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

/** Adds those of Node.js and of the process, such as the lag of the event loop. They take a timer of their own. */
export function measureProcess(metrics: Registry): void {
  collectDefaultMetrics({ register: metrics });
}

/** package.json lies beside the folders of the source, which the build puts one level deeper. */
function version(): string {
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

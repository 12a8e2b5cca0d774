import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { LimitCounts } from './counts.ts';

/** Shows what the limits have done, read at each scrape. */
export function limitMetrics(metrics: Registry, counts: LimitCounts): void {
  new Counter({
    name: 'client_reporting_rate_limit_requests_total',
    help: 'Requests charged, by tier: allowed, refused, and of those allowed the ones that left a tenth of the limit or less.',
    labelNames: ['tier', 'outcome'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [tier, { allowed, nearLimit, refused }] of counts.tiers) {
        this.inc({ tier, outcome: 'allowed' }, allowed);
        this.inc({ tier, outcome: 'near_limit' }, nearLimit);
        this.inc({ tier, outcome: 'refused' }, refused);
      }
    },
  });
  new Counter({
    name: 'client_reporting_rate_limit_counted_alone_total',
    help: 'Requests that this gateway counted alone, because Redis did not answer in time.',
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(counts.countedAlone);
    },
  });
  new Gauge({
    name: 'client_reporting_rate_limiter_degraded',
    help: '1 while Redis is set but not relied on.',
    registers: [metrics],
    collect() {
      this.set(counts.isAlone ? 1 : 0);
    },
  });
}

import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { ErrorCode } from '../proto/errors.ts';

export type ObserveCache = (cache: 'token' | 'account', hit: boolean) => void;

export function accessMetrics(metrics: Registry) {
  const outcomes = new Counter({
    name: 'client_reporting_access_total',
    help: 'Access tokens that were accepted, or refused with a code of the error table.',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const caches = new Counter({
    name: 'client_reporting_access_cache_total',
    help: 'Verified tokens and accounts of auth: whether they were cached.',
    labelNames: ['cache', 'result'],
    registers: [metrics],
  });
  return {
    outcome: (outcome: 'granted' | ErrorCode) => outcomes.inc({ outcome }),
    cache: (cache: 'token' | 'account', hit: boolean) => caches.inc({ cache, result: hit ? 'hit' : 'miss' }),
  };
}

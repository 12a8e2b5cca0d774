import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { ErrorCode } from '../proto/errors.ts';

export type ObserveMemory = (memory: 'token' | 'account', found: boolean) => void;

export function accessMetrics(metrics: Registry) {
  const outcomes = new Counter({
    name: 'client_reporting_access_total',
    help: 'Access tokens let in, or refused with a code of the error table.',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const memories = new Counter({
    name: 'client_reporting_access_memory_total',
    help: 'Verified tokens and accounts of auth: whether they were remembered.',
    labelNames: ['memory', 'result'],
    registers: [metrics],
  });
  const memory: ObserveMemory = (memory, found) => memories.inc({ memory, result: found ? 'hit' : 'miss' });
  return { outcome: (outcome: 'granted' | ErrorCode) => outcomes.inc({ outcome }), memory };
}

import type { Times } from '../../../runtime/times.ts';

/** A setting for programs of a test that would wait too long with the product's times, or not long enough. */
export function changedTimes(times: Partial<Times>): Record<string, string> {
  return { CHANGED_TIMES: JSON.stringify(times) };
}

export type Program = 'gateway' | 'auth' | 'reporting' | 'portal';

/** The file of `dist/` that runs a program with these settings. */
export function mainOf(program: Program, settings: Record<string, unknown>): string {
  if ('CHANGED_TIMES' in settings) return `test/changed-times/${program}/main.js`;
  return program === 'gateway' ? 'gateway/main.js' : `services/${program}/main.js`;
}

import { pino, stdSerializers } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { ApiError } from '../proto/errors.ts';
import { isTransient } from './transient-error.ts';

export type { Logger };

/** JSON lines, each with the name of the program that wrote it; lines of a child also have `childFields`. */
export function createLogger(
  name: string,
  level: string,
  output: DestinationStream,
  childFields?: () => object,
): Logger {
  return pino(
    {
      name,
      level,
      base: { name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      ...(childFields && { onChild: (child) => child.setBindings(childFields()) }),
    },
    output,
  );
}

/** Without what libraries attach, which may be secret, and without the stack where a dependency is unavailable. */
function errorFields(given: unknown): unknown {
  const isUnavailable = given instanceof ApiError && given.code === 'service_unavailable';
  const error = given instanceof ApiError ? (given.cause ?? given) : given;
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, ...(!isUnavailable && !isTransient(error) && { stack }), code: code as unknown };
}

/** Logs at most once in `intervalMs`. `write` takes how many were to be logged since it was last called, and the arguments of the latest. */
export function atMostEvery<Arguments extends unknown[]>(
  intervalMs: number,
  write: (count: number, ...latest: Arguments) => void,
): (...latest: Arguments) => void {
  let loggedAt = -Infinity;
  let count = 0;
  return (...latest) => {
    count += 1;
    if (performance.now() - loggedAt < intervalMs) return;
    write(count, ...latest);
    [loggedAt, count] = [performance.now(), 0];
  };
}

import { pino, stdSerializers } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { ApiError } from '../proto/errors.ts';
import { isTransient } from './transient-error.ts';

export type { Logger };

/** JSON lines, each with the name of the program that wrote it; those of a child with `childFields`. */
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

/**
 * An error without what libraries attach to it: the values of a statement or a row may be secret. It has a stack unless it
 * says that a dependency is unavailable: then the stack would say nothing, many times a second.
 */
function errorFields(given: unknown): unknown {
  const isUnavailable = given instanceof ApiError && given.code === 'service_unavailable';
  const error = given instanceof ApiError ? (given.cause ?? given) : given;
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, ...(!isUnavailable && !isTransient(error) && { stack }), code: code as unknown };
}

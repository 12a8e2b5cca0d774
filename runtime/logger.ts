import { pino, stdSerializers } from 'pino';
import type { DestinationStream, Logger } from 'pino';

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

/** An error without what libraries attach to it: the values of a statement or a row may be secret. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code: code as unknown };
}

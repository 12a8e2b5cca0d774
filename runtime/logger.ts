import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** JSON lines on standard output, each with the name of the program that wrote it. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

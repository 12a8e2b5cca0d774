import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics } from 'prom-client';
import type { Registry } from 'prom-client';
import { serveInternal } from './internal-server.ts';
import type { InternalConfig } from './internal-server.ts';
import { openLogOutput } from './log-output.ts';
import { createLogger } from '../logger.ts';
import type { Logger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { createReadiness } from './readiness.ts';
import type { Readiness } from './readiness.ts';
import { collectorIn } from '../tracing/settings.ts';
import type { TracingConfig } from '../tracing/settings.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { ExplainedError } from '../explained-error.ts';

export type Program = {
  log: Logger;
  metrics: Registry;
  /** Undefined where traces are off. */
  tracing: Tracing | undefined;
  readiness: Readiness;
  /** Registers a step of the shutdown. Steps run last first, one after another, each for at most `limitMs`. */
  onStop: (step: string, stop: () => Promise<void>, limitMs?: number) => void;
  /** Ends the program with status 1, for a reason that one line explains. */
  fail: (reason: string) => void;
};

/**
 * Runs one process from start to exit. SIGTERM, SIGINT and the end of a parent that holds an IPC channel stop it with
 * status 0; a failure to start, or an uncaught error, with 1. `start` returns the address it listens on, which the
 * parent is told.
 */
export async function runProgram<Config extends { LOG_LEVEL: string } & InternalConfig & TracingConfig>(
  name: string,
  readConfig: () => Config,
  start: (config: Config, program: Program) => Promise<string>,
): Promise<void> {
  const steps: { step: string; stop: () => Promise<void>; limitMs: number }[] = [];
  const output = openLogOutput((lines) => {
    log.warn({ lines }, 'log lines were dropped, since standard output was not read');
  });
  let log = createLogger(name, 'info', output);
  let started = false;
  let stopping = false as boolean; // which the signals below change
  const stop = async (reason: string, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    const limitMs = steps.reduce((sum, step) => sum + step.limitMs, 0);
    if (started) log.info({ reason, limitMs }, 'stopping');
    for (const { step, stop, limitMs } of steps.reverse()) {
      const late = sleep(limitMs, new Error(`not done within ${limitMs} ms`), { ref: false });
      const error: unknown = await Promise.race([stop(), late]).catch((failure: unknown) => failure);
      if (error !== undefined) log.warn({ step, err: error }, 'a step of the shutdown failed');
    }
    if (started) log.info('stopped');
    await output.flush();
    process.exit(exitCode);
  };
  const onStop: Program['onStop'] = (step, stop, limitMs = 2_000) => steps.push({ step, stop, limitMs });
  const fail = (reason: string) => {
    if (!stopping) console.error(`${name}: ${reason}`);
    void stop(reason, 1);
  };
  // Not `once`: npm sends a second Ctrl-C after the terminal's, and it would kill.
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  process.once('disconnect', () => void stop('the parent process is gone', 0));
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error, stack: error.stack }, 'uncaught error');
    void stop('uncaught error', 1);
  });

  try {
    const config = readConfig();
    log = createLogger(name, config.LOG_LEVEL, output);
    const collector = collectorIn(config, log);
    // Where traces are off, nothing of OpenTelemetry is loaded.
    const tracing = collector && (await import('../tracing/open-telemetry.ts')).createTracing(name, collector, log);
    if (tracing) {
      log = createLogger(name, config.LOG_LEVEL, output, tracing.logFields);
      onStop('traces', tracing.stop);
    }
    const metrics = createMetrics(name, output.dropped);
    const readiness = createReadiness('its start', log);
    let internal: string | undefined;
    if (config.INTERNAL_PORT !== undefined) {
      collectDefaultMetrics({ register: metrics });
      internal = await serveInternal(config, metrics, () => (stopping ? 'stopping' : readiness.notReady()));
    }
    const address = await start(config, { log, fail, metrics, readiness, tracing, onStop });
    started = true;
    readiness.done('its start');
    log.info({ address, internal }, 'ready');
    process.send?.({ ready: address, internal });
  } catch (error) {
    // What fails because it is being stopped has nothing to say.
    if (stopping) return;
    if (error instanceof ExplainedError) {
      for (const line of error.message.split('\n')) console.error(`${name}: ${line}`);
    } else {
      log.fatal({ err: error }, 'could not start');
    }
    await stop('could not start', 1);
  }
}

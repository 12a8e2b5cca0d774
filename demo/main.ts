import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnvironment } from '../runtime/environment.ts';
import { openLogOutput } from '../runtime/process/log-output.ts';
import { createLogger } from '../runtime/logger.ts';
import { demoSettings } from './config.ts';
import { demoClient } from './demo-client.ts';
import { loadDemoData } from './load-demo-data.ts';

/** Loads the demo's data into the migrated database at DATABASE_URL, unless it holds companies already. */
const log = createLogger('demo', 'info', openLogOutput());
try {
  const { DATABASE_URL, AUTH_SECRET_PEPPER } = readEnvironment(demoSettings, process.env);
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-demo-'));
  const rows = await loadDemoData(DATABASE_URL, directory, AUTH_SECRET_PEPPER).finally(() =>
    rm(directory, { recursive: true }),
  );
  if (rows) log.info({ rows, ...demoClient }, 'the demo data is loaded');
  else log.info('the database holds companies already; nothing is loaded');
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  log.fatal({ code }, `the demo data can't be loaded: ${message || code}`);
  process.exitCode = 1;
}

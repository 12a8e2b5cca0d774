import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseUrl, readEnvironment } from '../runtime/environment.ts';
import { demoClient } from './demo-client.ts';
import { loadDemoData } from './load-demo-data.ts';

/** Loads the demo's data into the migrated database at DATABASE_URL, unless it holds companies already. */
try {
  const { DATABASE_URL } = readEnvironment({ DATABASE_URL: databaseUrl() }, process.env);
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-demo-'));
  await loadDemoData(DATABASE_URL, directory).finally(() => rm(directory, { recursive: true }));
  console.log(`The demo's client id is ${demoClient.clientId}, its secret ${demoClient.clientSecret}.`);
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

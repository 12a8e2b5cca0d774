import { execFile } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { paths, reportPath } from '../gateway/paths.ts';
import { cannotListen } from '../runtime/process/http-server.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { migrateUp } from '../services/migrate/migrate-schema.ts';
import { runProgram } from '../runtime/process/program.ts';
import type { Program } from '../runtime/process/program.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { hasCompanies, hasRow } from '../services/import/has-row.ts';
import { importDirectory } from '../services/import/import-directory.ts';
import { dropLibpqVariables, readPeppers, withPepper } from '../services/import/config.ts';
import { startSettings } from './config.ts';
import { demoClient } from './demo/demo-client.ts';
import { freePort, tryPort } from './free-port.ts';
import { serviceUrls } from './service-urls.ts';
import { startDatabase } from './postgres/start-database.ts';
import { schemas } from '../services/migrate/schemas.ts';
import { ExplainedError } from '../runtime/explained-error.ts';

await runProgram(
  'start',
  () => {
    const config = readEnvironment(startSettings, process.env);
    // On a terminal, what it says to people stays in view.
    const LOG_LEVEL = process.stdout.isTTY ? 'warn' : config.LOG_LEVEL;
    return { ...config, ...readArguments(process.argv.slice(2)), LOG_LEVEL };
  },
  async (config, program) => {
    // Before anything is created: a taken port is the most likely problem.
    await tryPort(config.PORT, config.HOST).catch((error: unknown) => {
      throw cannotListen(error as NodeJS.ErrnoException, config.PORT, config.HOST);
    });
    if (!config.DATABASE_URL) dropLibpqVariables(process.env);
    const portalBuilt = buildPortal(program);
    const databaseUrl =
      config.DATABASE_URL ?? (await step('Starting Postgres', startDatabase(config.LOCAL_DATA_DIR, program)));
    const urls = config.DATABASE_URL ? { auth: databaseUrl, reporting: databaseUrl } : serviceUrls(databaseUrl);
    const unusable = (error: unknown) => {
      throw new ExplainedError(
        `${config.DATABASE_URL ? 'DATABASE_URL' : 'The database'} can't be used: ${error instanceof Error ? error.message || String(error) : ''}`,
      );
    };
    const migrated = migrateUp(databaseUrl, schemas, config.DATABASE_URL ? {} : { roles: urls });
    await step('Migrating the database', migrated).catch(unusable);
    const [authPort, reportingPort, portalPort] = [await freePort(), await freePort(), await freePort()];
    const peppered = await withPepper(process.env);
    const logFile = process.stdout.isTTY ? path.join(config.LOCAL_DATA_DIR, 'log') : undefined;
    const output = logFile === undefined ? 'inherit' : openLog(logFile);
    const children: Child[] = [];
    program.onStop('programs', async () => void (await Promise.all(children.map(({ stop }) => stop(5_000)))), 5_500);
    const start = (name: string, main: string, settings: NodeJS.ProcessEnv) => {
      // One internal port for all of them would be taken by the first.
      const internal = { INTERNAL_PORT: '0', INTERNAL_HOST: '127.0.0.1' };
      // Production needs settings that a trial on this machine has not.
      const child = startChild(
        name,
        main,
        { ...peppered, ...internal, NODE_ENV: '', DATABASE_URL_FILE: '', ...settings },
        output,
      );
      void child.exited.then((how) => program.fail(logFile === undefined ? how : `${how}; its log is ${logFile}`));
      children.push(child);
      return child;
    };
    const [AUTH_ADDRESS, REPORTING_ADDRESS] = [`127.0.0.1:${authPort}`, `127.0.0.1:${reportingPort}`];
    const services = [
      start('auth', 'services/auth/main.js', { DATABASE_URL: urls.auth, GRPC_LISTEN: AUTH_ADDRESS }),
      start('reporting', 'services/reporting/main.js', {
        DATABASE_URL: urls.reporting,
        GRPC_LISTEN: REPORTING_ADDRESS,
        AUTH_ADDRESS,
      }),
    ];
    // Its requests are in the gateway's log, and its own address is not for people.
    const portal = portalBuilt.then(() =>
      start('portal', 'services/portal/main.js', {
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
        PORT: String(portalPort),
        HOST: '127.0.0.1',
      }),
    );
    // Else a failure before it is awaited would end the process without a word.
    portal.catch((error: unknown) => program.fail(`the portal could not be built: ${String(error)}`));
    const gateway = start('gateway', 'gateway/main.js', {
      PORT: String(config.PORT),
      HOST: config.HOST,
      AUTH_ADDRESS,
      REPORTING_ADDRESS,
      PORTAL_URL: `http://127.0.0.1:${portalPort}`,
    });

    if (!config.empty) {
      const loaded = loadDemoData(databaseUrl, readPeppers(peppered));
      await step('Loading the demo data', loaded).catch(unusable);
    }
    await step('Starting the services', Promise.all(services.map(untilReady)));
    const address = await step('Starting the gateway', gateway.ready);
    await step(
      'Starting the portal',
      portal.then(({ ready }) => ready),
    );
    const ofDemo = 'select from auth.oauth_applications where client_id = $1';
    const isDemo = await hasRow(databaseUrl, ofDemo, [demoClient.clientId]).catch(unusable);
    console.log(greeting(address, isDemo));
    if (logFile !== undefined) console.log(`The log is ${logFile}.\n`);
    return address;
  },
);

/** Beside the rest, since only the portal needs its page. */
async function buildPortal({ onStop }: Program): Promise<void> {
  const root = path.join(import.meta.dirname, '../..');
  const running = promisify(execFile)(process.execPath, ['tools/build.js', '--portal'], { cwd: root });
  // The API is asked before the portal is.
  setPriority(running.child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  onStop('the build of the portal', async () => void running.child.kill());
  await running;
}

async function loadDemoData(databaseUrl: string, peppers: Buffer[]): Promise<void> {
  if (await hasCompanies(databaseUrl)) return;
  await importDirectory(path.join(import.meta.dirname, 'demo'), databaseUrl, { peppers });
}

/** Says what is being done, and every two seconds for how long. */
async function step<Result>(text: string, work: Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  console.log(`${text} ...`);
  const timer = setInterval(() => {
    console.log(`${text} ... ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }, 1_900);
  return work.finally(() => clearInterval(timer));
}

/** Until it has all that it requires. One that ends meanwhile ends this process. */
async function untilReady({ ready, internal }: Child): Promise<void> {
  await ready;
  const isReady = () =>
    fetch(`${internal()}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(100);
}

function readArguments(given: string[]): { empty: boolean } {
  const unknown = given.filter((argument) => argument !== '--empty');
  if (unknown.length > 0)
    throw new ExplainedError(`${unknown.join(' ')} is not known. The only option is --empty: no demo data.`);
  return { empty: given.length > 0 };
}

function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, 'w');
}

function greeting(address: string, isDemo: boolean): string {
  const { clientId, clientSecret } = isDemo
    ? demoClient
    : { clientId: 'YOUR_CLIENT_ID', clientSecret: 'YOUR_CLIENT_SECRET' };
  // The days of the demo data.
  const range = 'fromDate=2025-01-01&toDate=2026-12-31';
  const credentials = JSON.stringify({ clientId, clientSecret });
  return `
The Client Reporting API is ready at ${address}
Its portal, for the browser, is at ${address}/portal
${isDemo ? `\n  client id      ${clientId}\n  client secret  ${clientSecret}\n` : '\nIt has no demo data. Load your own: npm run import -- DIRECTORY\n'}
TOKEN=$(curl -sS ${address}${paths.token} -H 'Content-Type: application/json' -d '${credentials}' | sed -n -e 's/.*"accessToken":"\\([^"]*\\)".*/\\1/p' -e t -e 'w /dev/stderr')
curl -sS -H "Authorization: Bearer $TOKEN" '${address}${reportPath('scheduled-payments', 'list')}?${range}'
curl -sS -H "Authorization: Bearer $TOKEN" '${address}${reportPath('timesheets', 'list')}?${range}'
`;
}

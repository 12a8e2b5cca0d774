import { execFile } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readGatewayConfig } from '../gateway/config.ts';
import { paths, reportPath } from '../gateway/paths.ts';
import { cannotListen } from '../runtime/process/http-server.ts';
import { migrateUp } from '../migrate/migrate-schema.ts';
import { runProgram } from '../runtime/process/program.ts';
import type { Program } from '../runtime/process/program.ts';
import { readAuthConfig } from '../services/auth/config.ts';
import { readReportingConfig } from '../services/reporting/config.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { dropLibpqVariables, readPeppers, withPepper } from '../import/config.ts';
import { readLocalConfig } from './config.ts';
import { demoClient, demoSpan } from '../demo/demo-client.ts';
import { hasRow, loadDemoData } from '../demo/load-demo-data.ts';
import { freePort } from './free-port.ts';
import { maintainRegularly } from './maintain-regularly.ts';
import { startRestartingChild } from './restarting-child.ts';
import { serviceUrls } from './service-urls.ts';
import { startDatabase } from './postgres/start-database.ts';
import { step } from './step.ts';
import { schemas } from '../migrate/schemas.ts';
import { ExplainedError } from '../runtime/explained-error.ts';

const usage = `Usage: npm start [-- --empty]

Starts the API, its portal and an embedded Postgres on this machine, with demo data; with --empty, without them.
Settings are environment variables, such as PORT, LOCAL_DATA_DIR and DATABASE_URL: docs/settings.md`;

const given = process.argv.slice(2);
if (given.includes('--help') || given.includes('-h')) {
  console.log(usage);
  process.exit();
}

await runProgram(
  'start',
  () => {
    const config = readLocalConfig(process.env);
    requireValidSettings();
    // On a terminal, what it says to people stays in view.
    const LOG_LEVEL = process.stdout.isTTY ? 'warn' : config.LOG_LEVEL;
    return { ...config, ...readArguments(given), LOG_LEVEL };
  },
  async (config, program) => {
    await requireFreePort(config.PORT, config.HOST);
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
    // One port for all of them would be taken by the first.
    const internal = { INTERNAL_PORT: '0', INTERNAL_HOST: '127.0.0.1' };
    const environment = { ...(await withPepper(process.env)), ...internal, DATABASE_URL_FILE: '' };
    const logFile = process.stdout.isTTY ? path.join(config.LOCAL_DATA_DIR, 'log') : undefined;
    const output = logFile === undefined ? 'inherit' : openLog(logFile);
    const start = (name: string, main: string, settings: NodeJS.ProcessEnv) => startChild(name, main, settings, output);
    const failed = (how: string) => program.fail(logFile === undefined ? how : `${how}; its log is ${logFile}`);
    const services = [
      start('auth', 'services/auth/main.js', {
        ...environment,
        DATABASE_URL: urls.auth,
        GRPC_LISTEN: `127.0.0.1:${authPort}`,
      }),
      start('reporting', 'services/reporting/main.js', {
        ...environment,
        DATABASE_URL: urls.reporting,
        GRPC_LISTEN: `127.0.0.1:${reportingPort}`,
        AUTH_ADDRESS: `127.0.0.1:${authPort}`,
      }),
    ];
    // Its requests are in the gateway's log, and its own address is not for people.
    const portalEnvironment = {
      LOG_LEVEL: 'warn',
      ...process.env,
      ...internal,
      PORT: String(portalPort),
      HOST: '127.0.0.1',
    };
    const portal = portalBuilt.then(() => {
      return startRestartingChild(() => start('portal', 'services/portal/main.js', portalEnvironment), {
        ...program,
        fail: failed,
      });
    });
    // Else a failure before it is awaited would end the process without a word.
    portal.catch((error: unknown) => program.fail(`the portal could not be built: ${String(error)}`));
    const gateway = start('gateway', 'gateway/main.js', {
      ...process.env,
      ...internal,
      PORT: String(config.PORT),
      HOST: config.HOST,
      AUTH_ADDRESS: `127.0.0.1:${authPort}`,
      REPORTING_ADDRESS: `127.0.0.1:${reportingPort}`,
      PORTAL_URL: `http://127.0.0.1:${portalPort}`,
    });
    program.onStop(
      'services',
      async () => {
        const page = await Promise.race([portal, Promise.resolve(undefined)]).catch(() => undefined);
        const running = page ? [...services, page] : services;
        await Promise.all(running.map((service) => service.stop(3_000)));
      },
      3_500,
    );
    program.onStop('gateway', () => gateway.stop(5_000), 5_500);
    for (const child of [...services, gateway]) void child.exited.then(failed);

    if (!config.empty) {
      const loaded = loadDemoData(databaseUrl, config.LOCAL_DATA_DIR, readPeppers(environment));
      await step('Loading the demo data', loaded).catch(unusable);
    }
    await step('Starting the services', Promise.all(services.map(untilReady)));
    const address = await step('Starting the gateway', gateway.ready);
    maintainRegularly(databaseUrl, config.CHANGES_KEPT_DAYS, program.log);
    await step(
      'Starting the portal',
      portal.then(({ ready }) => ready),
    );
    const isDemo = await holdsDemo(databaseUrl).catch(unusable);
    console.log(greeting(address, isDemo));
    if (config.empty && isDemo) console.log(notEmpty(config));
    if (logFile !== undefined) console.log(`The log is ${logFile}.\n`);
    return address;
  },
);

/** Beside the rest, since only the portal needs its page. */
async function buildPortal({ onStop }: Program): Promise<void> {
  const build = path.join(import.meta.dirname, '../../build.js');
  const running = promisify(execFile)(process.execPath, [build, '--portal'], { cwd: path.dirname(build) });
  onStop('the build of the portal', async () => void running.child.kill());
  await running;
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

/** The settings of the processes to come, before anything is created. What start itself will set stands in. */
function requireValidSettings(): void {
  const address = '127.0.0.1:0';
  const environment = {
    ...process.env,
    DATABASE_URL: 'postgres://127.0.0.1',
    DATABASE_URL_FILE: '',
    GRPC_LISTEN: address,
    AUTH_ADDRESS: address,
    REPORTING_ADDRESS: address,
    AUTH_SECRET_PEPPER: Buffer.alloc(32).toString('base64'),
    AUTH_SECRET_PEPPER_FILE: '',
  };
  const problems = [readAuthConfig, readReportingConfig, readGatewayConfig].flatMap((readConfig) => {
    try {
      readConfig(environment);
      return [];
    } catch (error) {
      if (error instanceof ExplainedError) return error.message.split('\n');
      throw error;
    }
  });
  if (problems.length > 0) throw new ExplainedError([...new Set(problems)].join('\n'));
}

function readArguments(given: string[]): { empty: boolean } {
  const unknown = given.filter((argument) => argument !== '--empty');
  if (unknown.length > 0)
    throw new ExplainedError(`${unknown.join(' ')} is not known. npm start -- --help says what is.`);
  return { empty: given.length > 0 };
}

/** Before anything is created: a taken port is the most likely problem. */
async function requireFreePort(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, 'w');
}

function holdsDemo(databaseUrl: string): Promise<boolean> {
  return hasRow(databaseUrl, 'select from auth.oauth_applications where client_id = $1', [demoClient.clientId]);
}

function notEmpty({ DATABASE_URL, LOCAL_DATA_DIR }: ReturnType<typeof readLocalConfig>): string {
  if (DATABASE_URL) return 'It is not empty: the database at DATABASE_URL holds the demo data of an earlier start.\n';
  return `It is not empty: ${LOCAL_DATA_DIR} holds the demo data of an earlier start. Delete it, or set LOCAL_DATA_DIR to another folder.\n`;
}

function greeting(address: string, isDemo: boolean): string {
  const { clientId, clientSecret } = isDemo
    ? demoClient
    : { clientId: 'YOUR_CLIENT_ID', clientSecret: 'YOUR_CLIENT_SECRET' };
  const range = `fromDate=${demoSpan.fromDate}&toDate=${demoSpan.toDate}`;
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

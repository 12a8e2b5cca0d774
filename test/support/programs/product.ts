import { temporaryDirectory } from '../files.ts';
import { writeCsvFiles } from '../csv-files.ts';
import type { CsvTables } from '../csv-files.ts';
import { importDirectory } from '../../../services/import/import-directory.ts';
import { freePort } from '../../../local/free-port.ts';
import { serviceUrls } from '../../../local/service-urls.ts';
import { pepper } from '../pepper.ts';
import { createDatabase } from '../postgres/database.ts';
import { holdToDocument } from '../openapi/seen-answers.ts';
import { until } from '../until.ts';
import { startProgram } from './start-program.ts';

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Limits that no test meets by accident. */
export const unlimited = {
  RATE_LIMIT_IP: '1000000000',
  RATE_LIMIT_TOKEN_IP: '1000000000',
  RATE_LIMIT_TOKEN_CLIENT: '1000000000',
  MAX_CONCURRENT_REQUESTS: '1000000',
};

/** They have the sample report besides. */
export const samplePrograms = {
  reporting: 'test/sample-report/reporting/main.js',
  gateway: 'test/sample-report/gateway/main.js',
};

/** Starts auth, reporting and gateway as processes of their own, on a database of this test file. */
export async function startProduct(
  environment: Record<string, string> = unlimited,
  databaseUrl?: string,
  reportingDatabaseUrl?: string,
  programs: Partial<typeof samplePrograms> = {},
) {
  const database = databaseUrl ?? (await createDatabase());
  // A clone of the template has the roles' rights; whose server is another's has not.
  const urls = databaseUrl === undefined ? serviceUrls(database) : { auth: database, reporting: database };
  const logs: string[] = [];
  const [authPort, reportingPort] = [await freePort(), await freePort()];
  const authAddress = `127.0.0.1:${authPort}`;
  const reportingAddress = `127.0.0.1:${reportingPort}`;
  const addresses = { AUTH_ADDRESS: authAddress, REPORTING_ADDRESS: reportingAddress };
  const startReporting = () => {
    const own = { DATABASE_URL: reportingDatabaseUrl ?? urls.reporting, GRPC_LISTEN: reportingAddress };
    return startProgram('reporting', { ...environment, ...addresses, ...own }, logs, programs.reporting);
  };
  const startAuth = () =>
    startProgram('auth', { ...environment, DATABASE_URL: urls.auth, GRPC_LISTEN: authAddress }, logs);
  const gateway = startProgram('gateway', { ...environment, ...addresses, PORT: '0' }, logs, programs.gateway);
  const product = {
    /** Address of the gateway. */
    url: '',
    databaseUrl: database,
    authAddress,
    reportingAddress,
    auth: startAuth(),
    reporting: startReporting(),
    gateway,
    /** The lines that the processes wrote so far. */
    logs: () => logs,
    /** Starts auth again, at its address. */
    restartAuth: async (): Promise<void> => {
      product.auth = startAuth();
      await product.auth.ready;
    },
    /** Starts reporting again, at its address, and waits until the gateway has reached it: `isServed` requests a report. */
    restartReporting: async (isServed = async () => true): Promise<void> => {
      product.reporting = startReporting();
      await product.reporting.ready;
      await until('the gateway has reached reporting again', isServed);
    },
    stop: async (): Promise<void> => {
      await Promise.all([product.gateway, product.reporting, product.auth].map((child) => child.stop()));
    },
  };
  await Promise.all([product.auth.ready, product.reporting.ready]).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${logs.join('\n')}`);
  });
  product.url = (await gateway.ready).replace('localhost', '127.0.0.1');
  // The document has no sample report.
  if (programs !== samplePrograms) await holdToDocument(product.url);
  return product;
}

/** Imports rows given as the files of DATA.md have them. */
export async function load(databaseUrl: string, tables: CsvTables, peppers: Buffer[] = [pepper]): Promise<void> {
  const { directory } = await temporaryDirectory();
  await writeCsvFiles(directory, tables);
  await importDirectory(directory, databaseUrl, { peppers });
}

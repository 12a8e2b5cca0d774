import type { Child } from '../../../local/child.ts';
import { holdToDocument } from '../openapi/seen-answers.ts';
import { startProgram } from './start-program.ts';

export type Gateway = Child & {
  url: string;
  /** The lines that it wrote so far. */
  logs: () => string[];
};

const noServices = { authAddress: '127.0.0.1:1', reportingAddress: '127.0.0.1:1' };

/** Starts a gateway by itself, for what it answers without a call to a service, or one more before the services of a product. */
export async function startGateway(environment: Record<string, string>, services = noServices): Promise<Gateway> {
  const addresses = { AUTH_ADDRESS: services.authAddress, REPORTING_ADDRESS: services.reportingAddress };
  const lines: string[] = [];
  const child = startProgram('gateway', { PORT: '0', ...addresses, ...environment }, lines);
  const url = (await child.ready).replace('localhost', '127.0.0.1');
  await holdToDocument(url);
  return { ...child, url, logs: () => lines };
}

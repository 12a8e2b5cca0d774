import { startChild } from '../../../local/child.ts';
import { holdToDocument } from '../openapi/seen-answers.ts';
import { mainOf } from './main-of.ts';
import { writtenLines } from './written-lines.ts';

export type Gateway = {
  url: string;
  /** Address of its internal port. */
  internal: () => string;
  /** The lines that it wrote so far. */
  logs: () => string[];
  stop: () => Promise<void>;
};

/** Starts a gateway by itself, for what it answers without a call to a service; none is there. */
export async function startGateway(environment: Record<string, string>): Promise<Gateway> {
  const noServices = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1' };
  const settings = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...noServices, ...environment };
  const child = startChild('gateway', mainOf('gateway', environment), settings, 'pipe');
  const lines = writtenLines(child.process);
  const url = (await child.ready).replace('localhost', '127.0.0.1');
  await holdToDocument(url);
  return {
    url,
    internal: child.internal,
    logs: () => lines,
    stop: () => child.stop(),
  };
}

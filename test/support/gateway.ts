import { startChild } from '../../local/child.ts';

export type Gateway = { url: string; stop: () => Promise<void> };

/** Starts a gateway alone, for what it answers without asking a service; none is there. */
export async function startGateway(environment: Record<string, string>): Promise<Gateway> {
  const nobody = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1' };
  const settings = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...nobody, ...environment };
  const child = startChild('gateway', 'gateway/main.js', settings, 'pipe');
  child.process.stdout?.resume();
  child.process.stderr?.resume();
  return { url: (await child.ready).replace('localhost', '127.0.0.1'), stop: () => child.stop() };
}

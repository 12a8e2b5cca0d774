import { startChild } from '../../../local/child.ts';
import type { Child } from '../../../local/child.ts';

export type Portal = { url: string; child: Child; stop: () => Promise<void> };

/** Starts only the portal's server. Its URL is that of the origin, as PORTAL_URL wants it. */
export async function startPortal(port = 0, own: Record<string, string> = {}): Promise<Portal> {
  const settings = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), HOST: '127.0.0.1', ...own };
  const child = startChild('portal', 'services/portal/main.js', settings, 'pipe');
  child.process.stdout?.resume();
  child.process.stderr?.resume();
  const { port: given } = new URL(await child.ready);
  return { url: `http://127.0.0.1:${given}`, child, stop: () => child.stop() };
}

import type pg from 'pg';
import { connectWhenUp } from '../../runtime/postgres/connect-when-up.ts';
import { isTransient } from '../../runtime/transient-error.ts';

/** A connection to a server on this machine. Where nothing listens, waiting doesn't help. */
export function connectToServer(
  url: string,
  limitMs: number,
  prepare?: (client: pg.Client) => Promise<void>,
): Promise<pg.Client> {
  const isWorthWaiting = (error: unknown) => codeOf(error) !== 'ECONNREFUSED' && isTransient(error);
  return connectWhenUp(url, { limitMs, isWorthWaiting, ...(prepare && { prepare }) });
}

export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

/** The code of a server that starts, recovers or shuts down. */
export const cannotConnectNow = '57P03';

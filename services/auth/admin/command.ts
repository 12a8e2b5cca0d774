import { InvalidArgumentError } from 'commander';
import type { Transaction } from 'sequelize';
import type { AuditEvent } from '../audit/audit-event.ts';
import type { AuthDatabase } from '../database.ts';
import type { KeyCipher } from '../keys/key-cipher.ts';

/** Makes the action of a command: its work in one transaction, recorded in the audit, whose result is printed as JSON. */
export type Act = (work: Work) => (...given: unknown[]) => Promise<void>;

/** `given` are the command's arguments, its options, and itself. */
type Work = (parts: Parts, ...given: never[]) => Promise<Outcome>;

export type Parts = {
  database: AuthDatabase;
  transaction: Transaction;
  cipher: KeyCipher;
  auditKeptDays: number;
};

type Outcome = { result: object; event?: Omit<AuditEvent, 'actor'> };

/** Seconds of a time such as 90s, 30m, 24h or 7d; also 0. */
export function duration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text === '0' ? '0s' : text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('It must be a time such as 30m, 24h or 7d.');
  return Number(count) * { s: 1, m: 60, h: 3_600, d: 86_400 }[unit as 's' | 'm' | 'h' | 'd'];
}

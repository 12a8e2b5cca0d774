import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Transaction } from 'sequelize';
import type { AuditEvent } from '../audit/audit-event.ts';
import type { AuthDatabase } from '../database.ts';
import type { KeyCipher } from '../keys/key-cipher.ts';

/** Does a command's work in one transaction, records it in the audit, and prints what came out. */
export type Act = (command: Command, work: Work) => Promise<void>;

type Work = (parts: {
  database: AuthDatabase;
  transaction: Transaction;
  cipher: KeyCipher;
  auditKeptDays: number;
}) => Promise<Outcome>;

type Outcome = {
  /** What `--json` prints. Times are Dates. */
  result: object;
  text: string;
  event?: Omit<AuditEvent, 'actor'>;
};

/** Seconds of a time such as 90s, 30m, 24h or 7d; also 0. */
export function duration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text === '0' ? '0s' : text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('It must be a time such as 30m, 24h or 7d.');
  return Number(count) * { s: 1, m: 60, h: 3_600, d: 86_400 }[unit as 's' | 'm' | 'h' | 'd'];
}

/** Control and format characters as `\\u{1b}`: what a terminal would obey, and what hides in a line. */
export function visible(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

export function table(headings: string[], rows: (string | number | Date | null)[][]): string {
  const cells = [headings, ...rows.map((row) => row.map(cell))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: string | number | Date | null): string {
  if (value instanceof Date) return value.toISOString();
  return visible(String(value ?? '-')).replaceAll('\n', '\\u{a}');
}

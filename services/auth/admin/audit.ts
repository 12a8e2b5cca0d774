import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { duration } from './command.ts';
import type { Act, Parts } from './command.ts';

export function auditCommands(audit: Command, act: Act): void {
  audit.description('the audit, auth.audit_events');
  audit
    .command('prune')
    .description('delete what is older; needs the rights of who owns the table')
    .option('--older-than <time>', 'such as 365d, and 90d at least; AUDIT_KEPT_DAYS if not given', age)
    .action(act(prune));
}

async function prune(
  { database, transaction, auditKeptDays }: Parts,
  { olderThan = auditKeptDays * 86_400 }: { olderThan?: number },
) {
  const before = new Date(Date.now() - olderThan * 1_000).toISOString();
  const gone = await database.query(transaction, 'delete from auth.audit_events where occurred_at < $1 returning id', [
    before,
  ]);
  const deleted = gone.length;
  return {
    result: { deleted, before },
    event: { event: 'audit.pruned' as const, details: { before, deleted: String(deleted) } },
  };
}

function age(text: string): number {
  const seconds = duration(text);
  if (seconds >= 90 * 86_400) return seconds;
  throw new InvalidArgumentError('It must be 90d at least.');
}

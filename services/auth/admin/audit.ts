import type { Command } from 'commander';
import type { Act, Parts } from './command.ts';

export function auditCommands(audit: Command, act: Act): void {
  audit.description('the audit, auth.audit_events');
  audit
    .command('prune')
    .description('delete what is older than AUDIT_KEPT_DAYS; needs the rights of who owns the table')
    .action(act(prune));
}

async function prune({ database, transaction, auditKeptDays }: Parts) {
  const before = new Date(Date.now() - auditKeptDays * 86_400_000).toISOString();
  const gone = await database.query(transaction, 'delete from auth.audit_events where occurred_at < $1 returning id', [
    before,
  ]);
  const deleted = gone.length;
  return {
    result: { deleted, before },
    event: { event: 'audit.pruned' as const, details: { before, deleted: String(deleted) } },
  };
}

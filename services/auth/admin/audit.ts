import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { duration } from './command.ts';
import type { Act } from './command.ts';

export function auditCommands(audit: Command, act: Act): void {
  audit.description('the audit, auth.audit_events');
  audit
    .command('prune')
    .description('delete what is older; needs the rights of who owns the table')
    .requiredOption('--older-than <time>', 'such as 365d, and 90d at least', age)
    .action(({ olderThan }: { olderThan: number }, command: Command) =>
      act(command, async ({ database, transaction }) => {
        const before = new Date(Date.now() - olderThan * 1_000);
        const [row] = await database.query<{ count: number }>(
          transaction,
          `with gone as (delete from auth.audit_events where occurred_at < $1 returning 1)
           select count(*)::integer as count from gone`,
          [before.toISOString()],
        );
        const deleted = row?.count ?? 0;
        return {
          result: { deleted, before },
          text: `${deleted} events from before ${before.toISOString()} are deleted.`,
          event: {
            event: 'audit.pruned' as const,
            details: { before: before.toISOString(), deleted: String(deleted) },
          },
        };
      }),
    );
}

function age(text: string): number {
  const seconds = duration(text);
  if (seconds >= 90 * 86_400) return seconds;
  throw new InvalidArgumentError('It must be 90d at least.');
}

import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { duration, table } from './command.ts';
import type { Act } from './command.ts';

export function auditCommands(audit: Command, act: Act): void {
  audit.description('the audit, auth.audit_events');
  audit
    .command('list')
    .description('show the newest events')
    .option('--client-id <id>', 'only those of this application, or for which its id was claimed')
    .option('--event <event>', 'only those of this kind, such as token.refused')
    .option('--since <time>', 'how old they may be, such as 30m, 24h or 7d', duration, 86_400)
    .option('--limit <count>', 'how many at most', count, 50)
    .action((options: { clientId?: string; event?: string; since: number; limit: number }, command: Command) =>
      act(command, async ({ database, transaction }) => {
        const { clientId = null, event = null, since, limit } = options;
        const from = new Date(Date.now() - since * 1_000).toISOString();
        const result = await database.query<Listed>(transaction, listed, [from, clientId, event, limit]);
        const rows = result.map((row) => [
          row.occurredAt,
          row.event,
          row.actor,
          row.clientId,
          row.reason,
          row.address,
          row.occurrences,
          Object.entries(row.details)
            .map(([name, value]) => `${name}=${value}`)
            .join(' '),
        ]);
        const headings = ['TIME', 'EVENT', 'BY', 'CLIENT ID', 'REASON', 'ADDRESS', 'COUNT', 'DETAILS'];
        return { result, text: table(headings, rows) };
      }),
    );
  audit
    .command('prune')
    .description('delete what is older; needs the rights of who owns the table')
    .option('--older-than <time>', 'such as 365d, and 90d at least; AUDIT_KEPT_DAYS if not given', age)
    .action(({ olderThan }: { olderThan?: number }, command: Command) =>
      act(command, async ({ database, transaction, auditKeptDays }) => {
        const before = new Date(Date.now() - (olderThan ?? auditKeptDays * 86_400) * 1_000);
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

function count(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number from 1 to 99999.');
}

type Listed = {
  occurredAt: Date;
  event: string;
  actor: string;
  clientId: string | null;
  reason: string | null;
  address: string | null;
  occurrences: number;
  requestId: string | null;
  details: Record<string, string>;
};

const listed = `
  select occurred_at as "occurredAt", event, actor, client_id as "clientId", reason, address, occurrences,
    request_id as "requestId", details
  from auth.audit_events
  where occurred_at >= $1 and ($2::text is null or client_id = $2) and ($3::text is null or event = $3)
  order by occurred_at desc, id limit $4`;

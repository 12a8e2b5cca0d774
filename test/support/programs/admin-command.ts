import { query } from '../postgres/database.ts';
import { runCommand } from './command.ts';

/** Runs a command of `npm run auth` in this process, which takes a tenth of its time. */
export async function admin(databaseUrl: string, args: string[], settings: Record<string, string> = {}) {
  // Late, since its ORM takes a test file 0.7 s of processor time to load.
  const { runCommands } = await import('../../../services/auth/admin/run-commands.ts');
  let [stdout, stderr] = ['', ''];
  const status = await runCommands(
    args,
    async () => ({ DATABASE_URL: databaseUrl, ...settings }),
    (text) => (stdout += text),
    (text) => (stderr += text),
  );
  return { status, stdout, stderr };
}

/** Runs it as the process that it is elsewhere. */
export function adminProcess(databaseUrl: string, args: string[]) {
  return runCommand('node', ['dist/services/auth/admin/main.js', ...args], { DATABASE_URL: databaseUrl });
}

/** What it printed. It must succeed. */
export async function adminJson<Result>(databaseUrl: string, ...args: string[]): Promise<Result> {
  const { status, stdout, stderr } = await admin(databaseUrl, args);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}

/** The audit, the newest events first, with the names of `AuditEvent`. */
export function auditOf(databaseUrl: string, where: string) {
  return query<{ event: string; reason: string | null; requestId: string }>(
    databaseUrl,
    `select occurred_at as "occurredAt", event, actor, client_id as "clientId", reason, address,
       request_id as "requestId", details
     from auth.audit_events where ${where} order by occurred_at desc, id`,
  );
}

import { runCommand } from './command.ts';

/** Runs a command of `npm run auth`, built already. */
export function admin(databaseUrl: string, args: string[], settings: Record<string, string> = {}) {
  return runCommand('node', ['dist/services/auth/admin/main.js', ...args], { DATABASE_URL: databaseUrl, ...settings });
}

/** The same with `--json`; what it printed. It must succeed. */
export async function adminJson<Result>(databaseUrl: string, ...args: string[]): Promise<Result> {
  const { status, stdout, stderr } = await admin(databaseUrl, [...args, '--json']);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}

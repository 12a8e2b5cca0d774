import { runCommands } from '../../../services/auth/admin/run-commands.ts';
import { runCommand } from './command.ts';

/** Runs a command of `npm run auth` in this process, which takes a tenth of its time. */
export async function admin(databaseUrl: string, args: string[], settings: Record<string, string> = {}) {
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

/** The same with `--json`; what it printed. It must succeed. */
export async function adminJson<Result>(databaseUrl: string, ...args: string[]): Promise<Result> {
  const { status, stdout, stderr } = await admin(databaseUrl, ['--json', ...args]);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}

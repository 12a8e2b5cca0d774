import { execFile } from 'node:child_process';
import type { ExecFileException, ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { ExplainedError } from '../../runtime/explained-error.ts';

export type Run = ((program: string, args: string[], environment?: Record<string, string>) => Promise<void>) & {
  owner?: { uid: number; gid: number };
};

/**
 * Runs programs as a user that Postgres accepts. It refuses root, for which `nobody` stands in; where that user
 * can't reach the files, as below /root, it runs with the one capability that lets it pass.
 * @throws ExplainedError
 */
export async function unprivileged(files: string[]): Promise<Run> {
  if (process.getuid?.() !== 0) return (program, args, environment) => execute(program, args, { environment });
  const [uid, gid] = [await idOfNobody('-u'), await idOfNobody('-g')];
  const ways: Run[] = [
    (program, args, environment) => execute(program, args, { environment, uid, gid }),
    (program, args, environment) => execute('setpriv', [...withPassage(uid, gid), program, ...args], { environment }),
  ];
  for (const run of ways) {
    if (await reachesAll(run, files)) return Object.assign(run, { owner: { uid, gid } });
  }
  throw new ExplainedError(
    `Postgres can't run as root, and the user nobody can't reach ${files.join(' and ')}. ` +
      'Start as another user, move both to a folder that all users can enter, or set DATABASE_URL to use your own.',
  );
}

async function idOfNobody(flag: string): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [flag, 'nobody']);
  return Number(stdout);
}

async function reachesAll(run: Run, files: string[]): Promise<boolean> {
  return Promise.all(files.map((file) => run('test', ['-x', file]))).then(
    () => true,
    () => false,
  );
}

// initdb asks access(2) whether it can run itself, which heeds capabilities only without the fix-up.
function withPassage(uid: number, gid: number): string[] {
  const capabilities = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return [...user, ...capabilities, '--securebits=+no_setuid_fixup', '--'];
}

type ExecuteOptions = Pick<ExecFileOptions, 'uid' | 'gid'> & { environment: Record<string, string> | undefined };

/** Without this process's own environment: what people export for other programs, such as PGOPTIONS or LC_ALL, is not for this Postgres. */
async function execute(program: string, args: string[], { environment, ...user }: ExecuteOptions): Promise<void> {
  const env = { PATH: process.env.PATH, ...environment };
  await promisify(execFile)(program, args, { ...user, env }).catch((error: unknown) => {
    const { stderr, message } = error as ExecFileException & { stderr?: string };
    const output = stderr?.trim() ?? '';
    throw new Error((output === '' ? message : output).replaceAll(/\s*\n\s*/g, ' '));
  });
}

import { hostname, userInfo } from 'node:os';
import { Command, CommanderError } from 'commander';
import { ApiError } from '../../../proto/errors.ts';
import { waitForDatabase } from '../../../runtime/postgres/wait-for-database.ts';
import { auditRow, writeAuditRows } from '../audit/audit-event.ts';
import { openAuthDatabase } from '../database.ts';
import { createKeyCipher } from '../keys/key-cipher.ts';
import { applicationCommands } from './applications.ts';
import { auditCommands } from './audit.ts';
import type { Act } from './command.ts';
import { readAdminConfig } from './config.ts';
import { keyCommands } from './keys.ts';
import { tokenCommands } from './tokens.ts';
import { userCommands } from './users.ts';

const limitMs = 60_000;

type Write = (text: string) => void;

/**
 * Runs the command that the arguments name, with the settings that it asks for once it needs them.
 * @returns the exit status of the process
 */
export async function runCommands(
  args: string[],
  readSettings: () => Promise<NodeJS.ProcessEnv>,
  writeOut: Write = (text) => process.stdout.write(text),
  writeErr: Write = (text) => process.stderr.write(text),
): Promise<number> {
  const act: Act =
    (work) =>
    async (...given) => {
      const { DATABASE_URL, AUTH_KEY_ENCRYPTION_KEY, AUDIT_KEPT_DAYS } = readAdminConfig(await readSettings());
      const { operator } = (given.at(-1) as Command).optsWithGlobals<{ operator: string }>();
      await waitForDatabase(DATABASE_URL, (reason) => writeErr(`auth: waiting for the database: ${reason}\n`));
      const database = openAuthDatabase({ DATABASE_URL, DATABASE_POOL_SIZE: 1, statementTimeoutMs: limitMs });
      try {
        const cipher = createKeyCipher(AUTH_KEY_ENCRYPTION_KEY);
        const done = await database.transaction(async (transaction) => {
          const parts = { database, transaction, cipher, auditKeptDays: AUDIT_KEPT_DAYS };
          const { event, result } = await work(parts, ...(given as never[]));
          if (event)
            await writeAuditRows(database, transaction, [auditRow({ ...event, actor: `operator:${operator}` })]);
          return result;
        });
        writeOut(`${visible(JSON.stringify(done, null, 2))}\n`);
      } finally {
        await database.close();
      }
    };

  const program = new Command('auth')
    .description(
      'Administers applications, tokens, users and signing keys, and prints JSON. Takes the settings of the auth service.',
    )
    .option('--operator <name>', 'who gives the command, for the audit', me())
    .exitOverride()
    .configureOutput({ writeOut, writeErr })
    .showHelpAfterError('Try --help. An argument that begins with - comes after --.');
  applicationCommands(program.command('applications'), act);
  tokenCommands(program.command('tokens'), act);
  userCommands(program.command('users'), act);
  keyCommands(program.command('keys'), act);
  auditCommands(program.command('audit'), act);

  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    writeErr(`auth: ${visible(reasonOf(error))}\n`);
    return 1;
  }
}

/** Characters that a terminal obeys or hides, as JSON escapes them. */
function visible(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => character.replace(/[^]/g, escaped));
}

function me(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.()}@${hostname()}`; // a user without a name, as in a container
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ApiError && error.cause instanceof Error) {
    return `the database at DATABASE_URL can't be used: ${error.cause.message}`;
  }
  return error.message;
}

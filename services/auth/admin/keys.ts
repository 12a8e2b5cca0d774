import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { makeSigningKey, readSigningKeys, rotateSigningKey } from '../keys/stored-signing-keys.ts';
import { duration, table } from './command.ts';
import type { Act } from './command.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

/** Verifiers look an unknown key up every 5 seconds at most, and the look-up takes up to 4. */
const minPublishedSeconds = 10;

export function keyCommands(keys: Command, act: Act): void {
  keys.description('the keys that access tokens are signed with');
  keys
    .command('list')
    .description('show the keys and what each is for now')
    .action((_, command: Command) =>
      act(command, async ({ database, transaction }) => {
        const stored = await readSigningKeys(database, transaction);
        const result = stored.map(({ kid, state, createdAt, signsFrom, signsUntil, verifiesUntil, sealed }) => ({
          kid,
          state,
          createdAt,
          signsFrom,
          signsUntil,
          verifiesUntil,
          encrypted: !sealed.startsWith('-----BEGIN'),
        }));
        const rows = result.map((key) => [
          key.kid,
          key.state,
          key.signsFrom,
          key.signsUntil,
          key.verifiesUntil,
          key.encrypted ? 'yes' : 'no',
        ]);
        const headings = ['KEY ID', 'STATE', 'SIGNS FROM', 'SIGNS UNTIL', 'VERIFIES UNTIL', 'ENCRYPTED'];
        return { result, text: table(headings, rows) };
      }),
    );
  keys
    .command('rotate')
    .description('publish a new key, which signs after a while; the old one verifies until its last token has expired')
    .option('--signs-in <time>', 'how long it is published before, 10s at least', publishedTime, 600)
    .action(async ({ signsIn }: { signsIn: number }, command: Command) => {
      const made = await makeSigningKey();
      const { kid } = made;
      await act(command, async ({ database, transaction, cipher }) => {
        if (!(await rotateSigningKey(database, cipher, transaction, made, signsIn)))
          throw new ExplainedError('a new key is published already and does not sign yet; see keys list');
        const key = (await readSigningKeys(database, transaction)).find((stored) => stored.kid === kid);
        const signsFrom = key?.signsFrom ?? new Date();
        return {
          result: { kid, signsFrom },
          text: `The key ${kid} is published, and signs from ${signsFrom.toISOString()}.`,
          event: { event: 'key.rotated' as const, details: { keyId: kid, signsFrom: signsFrom.toISOString() } },
        };
      });
    });
}

function publishedTime(text: string): number {
  const seconds = duration(text);
  if (seconds >= minPublishedSeconds) return seconds;
  throw new InvalidArgumentError(`It must be ${minPublishedSeconds}s at least: tokens would be refused.`);
}

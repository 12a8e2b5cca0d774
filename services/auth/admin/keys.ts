import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { makeSigningKey, rotateSigningKey } from '../keys/stored-signing-keys.ts';
import { duration } from './command.ts';
import type { Act, Parts } from './command.ts';

/** Verifiers look an unknown key up every 5 seconds at most, and the look-up takes up to 4. */
const minPublishedSeconds = 10;

export function keyCommands(keys: Command, act: Act): void {
  keys.description('the keys that access tokens are signed with');
  keys
    .command('rotate')
    .description('publish a new key, which signs after a while; the old one verifies for a day after that')
    .option('--signs-in <time>', 'how long it is published before, 10s at least', publishedTime, 600)
    .action(act(rotate));
}

async function rotate({ database, transaction, cipher }: Parts, { signsIn }: { signsIn: number }) {
  const made = await makeSigningKey();
  const { kid } = made;
  const signsFrom = (await rotateSigningKey(database, cipher, transaction, made, signsIn)).toISOString();
  return {
    result: { kid, signsFrom },
    event: { event: 'key.rotated' as const, details: { keyId: kid, signsFrom } },
  };
}

function publishedTime(text: string): number {
  const seconds = duration(text);
  if (seconds >= minPublishedSeconds) return seconds;
  throw new InvalidArgumentError(`It must be ${minPublishedSeconds}s at least: tokens would be refused.`);
}

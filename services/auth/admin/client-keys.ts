import { createPublicKey } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { calculateJwkThumbprint } from 'jose';
import type { Transaction } from 'sequelize';
import { isUsable, maxKeys } from '../clients/client-assertion.ts';
import { Application } from '../database.ts';
import type { AuthDatabase } from '../database.ts';
import { table } from './command.ts';
import type { Act } from './command.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

export function clientKeyCommands(keys: Command, act: Act): void {
  keys.description('the public keys by which an application gets tokens without a secret');
  keys
    .command('add')
    .description('accept assertions that are signed by the private half of this key; two keys at most')
    .argument('<client-id>')
    .argument('<file>', 'the public key as PEM or JWK; - reads it from standard input')
    .action(async (clientId: string, file: string, _, command: Command) => {
      const key = publicKeyOf(file === '-' ? await readText(process.stdin) : await read(file));
      const keyId = await calculateJwkThumbprint(key.export({ format: 'jwk' }));
      await act(command, (parts) => add(parts, clientId, { keyId, key }));
    });
  keys
    .command('list')
    .description('show the keys of an application')
    .argument('<client-id>')
    .action((clientId: string, _, command: Command) =>
      act(command, async ({ database, transaction }) => {
        const result = await listed(database, transaction, clientId);
        return {
          result,
          text: table(
            ['KEY ID', 'CREATED'],
            result.map(({ keyId, createdAt }) => [keyId, createdAt]),
          ),
        };
      }),
    );
  keys
    .command('remove')
    .description('refuse assertions of this key from now on; tokens that it got stay valid')
    .argument('<client-id>')
    .argument('<key-id>')
    .action((clientId: string, keyId: string, _, command: Command) =>
      act(command, (parts) => remove(parts, clientId, keyId)),
    );
}

type Parts = { database: AuthDatabase; transaction: Transaction };

async function add(
  { database, transaction }: Parts,
  clientId: string,
  { keyId, key }: { keyId: string; key: KeyObject },
) {
  const application = await Application.findByPk(clientId, { lock: transaction.LOCK.UPDATE, transaction });
  if (!application) throw new ExplainedError(`there is no application ${clientId}`);
  const keys = await listed(database, transaction, clientId);
  if (keys.some((other) => other.keyId === keyId)) throw new ExplainedError(`${clientId} has the key ${keyId} already`);
  if (keys.length >= maxKeys) throw new ExplainedError(`${clientId} has two keys already: remove one first`);
  const insert = 'insert into auth.client_keys (client_id, key_id, public_key) values ($1, $2, $3)';
  await database.query(transaction, insert, [clientId, keyId, key.export({ type: 'spki', format: 'pem' })]);
  return {
    result: { clientId, keyId },
    text: `The application ${clientId} has the key ${keyId}.`,
    event: { event: 'application.key_added' as const, clientId, details: { clientKeyId: keyId } },
  };
}

async function remove({ database, transaction }: Parts, clientId: string, keyId: string) {
  const gone = 'delete from auth.client_keys where client_id = $1 and key_id = $2 returning key_id';
  const [removed] = await database.query(transaction, gone, [clientId, keyId]);
  if (!removed) throw new ExplainedError(`the application ${clientId} has no key ${keyId}`);
  return {
    result: { clientId, keyId, removed: true },
    text: `The key ${keyId} of ${clientId} is removed.`,
    event: { event: 'application.key_removed' as const, clientId, details: { clientKeyId: keyId } },
  };
}

function listed(database: AuthDatabase, transaction: Transaction, clientId: string) {
  const statement = `
    select key_id as "keyId", created_at as "createdAt" from auth.client_keys where client_id = $1 order by created_at`;
  return database.query<{ keyId: string; createdAt: Date }>(transaction, statement, [clientId]);
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new ExplainedError(`${file} can't be read: ${(error as NodeJS.ErrnoException).code}`);
  });
}

/** A private key is refused: it belongs nowhere else than with the program that signs. */
function publicKeyOf(text: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    const jwk = text.trim().startsWith('{') ? (JSON.parse(text) as JsonWebKey) : undefined;
    if (jwk?.d === undefined && !text.includes('PRIVATE KEY')) {
      key = createPublicKey(jwk ? { key: jwk, format: 'jwk' } : text);
    }
  } catch {
    // Said below.
  }
  if (key && isUsable(key)) return key;
  throw new ExplainedError('the key must be a public one, as PEM or JWK: RSA of 2048 bits at least, P-256 or Ed25519');
}

import { randomBytes } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { literal, Op } from 'sequelize';
import type { Transaction } from 'sequelize';
import { ExplainedError } from '../../../runtime/explained-error.ts';
import { clientCredentials } from '../clients/account.ts';
import { clientIdRule, isClientId } from '../clients/client-id.ts';
import { createClientSecret, hashClientSecret, maxValidSecrets } from '../clients/client-secret.ts';
import { Application, ClientSecret } from '../database.ts';
import { revokeTokensOf } from '../tokens/revoke.ts';
import { duration } from './command.ts';
import type { Act, Parts } from './command.ts';

export function applicationCommands(applications: Command, act: Act): void {
  applications.description('the applications of API clients, and their secrets');
  applications
    .command('create')
    .description('make an application, and print its secret this once')
    .requiredOption('--user <id>', 'the user that it acts for')
    .option('--client-id <id>', 'its id; invented if not given', clientIdText)
    .action(act(create));
  applications
    .command('list')
    .description('print the applications and when their secrets were made and used')
    .option('--user <id>', 'only those that act for this user')
    .action(act(list));
  applications
    .command('rotate-secret <client-id>')
    .description('make a new secret and print it this once; the old one expires after a while')
    .option('--old-expires-in <time>', 'how long the old one stays valid, such as 30m, 24h, 7d or 0', duration, 86_400)
    .action(act(rotateSecret));
  applications
    .command('revoke <client-id>')
    .description('refuse the application and all of its tokens from now on, for good')
    .action(act(revoke));
}

async function create(
  { database, transaction }: Parts,
  { user: userId, clientId = `app-${randomBytes(12).toString('hex')}` }: { user: string; clientId?: string },
) {
  const [user] = await database.query(transaction, 'select id from auth.users where id = $1', [userId]);
  if (!user) throw new ExplainedError(`there is no user ${userId}`);
  if (await Application.findByPk(clientId, { transaction })) {
    throw new ExplainedError(`there is an application ${clientId} already`);
  }
  const grantTypes = [clientCredentials];
  await Application.create({ clientId, userId, grantTypes, revokedAt: null }, { transaction });
  const clientSecret = await addSecret(clientId, transaction);
  return {
    result: { clientId, clientSecret, userId, grantTypes },
    event: { event: 'application.created' as const, clientId, details: { userId } },
  };
}

async function list({ transaction }: Parts, { user: userId }: { user?: string }) {
  const result = await Application.findAll({
    attributes: ['clientId', 'userId', 'grantTypes', 'revokedAt', 'secretsRefused', 'networks'],
    ...(userId !== undefined && { where: { userId } }),
    include: {
      model: ClientSecret,
      as: 'secrets',
      attributes: ['id', 'origin', 'createdAt', 'expiresAt', 'lastUsedAt'],
    },
    order: ['clientId', [{ model: ClientSecret, as: 'secrets' }, 'createdAt', 'ASC']],
    transaction,
  });
  return { result };
}

async function rotateSecret({ transaction }: Parts, clientId: string, { oldExpiresIn }: { oldExpiresIn: number }) {
  const application = await Application.findByPk(clientId, { lock: transaction.LOCK.UPDATE, transaction });
  if (!application) throw new ExplainedError(`there is no application ${clientId}`);
  if (application.revokedAt) throw new ExplainedError(`the application ${clientId} is revoked`);
  const valid = await ClientSecret.findAll({
    where: { clientId, expiresAt: { [Op.or]: [null, { [Op.gt]: literal('now()') }] } },
    order: ['expiresAt'],
    transaction,
  });
  const [first] = valid;
  if (valid.length >= maxValidSecrets && oldExpiresIn > 0) {
    const until = first?.expiresAt ? ` until ${first.expiresAt.toISOString()}` : '';
    throw new ExplainedError(
      `two secrets of ${clientId} are valid, one${until}: wait, or end both at once with --old-expires-in 0`,
    );
  }
  const expiresAt = literal(`least(expires_at, now() + interval '${oldExpiresIn} seconds')`);
  await ClientSecret.update({ expiresAt }, { where: { id: valid.map(({ id }) => id) }, transaction });
  const clientSecret = await addSecret(clientId, transaction);
  const oldExpiresAt = new Date(Date.now() + oldExpiresIn * 1_000).toISOString();
  return {
    result: { clientId, clientSecret, oldExpiresAt },
    event: { event: 'secret.rotated' as const, clientId, details: { oldExpiresAt } },
  };
}

async function revoke({ transaction }: Parts, clientId: string) {
  const revokedAt = literal('coalesce(revoked_at, now())');
  if (!(await revokeTokensOf(transaction, clientId, { revokedAt })))
    throw new ExplainedError(`there is no application ${clientId}`);
  return { result: { clientId, revoked: true }, event: { event: 'application.revoked' as const, clientId } };
}

async function addSecret(clientId: string, transaction: Transaction): Promise<string> {
  const clientSecret = createClientSecret();
  const secretHash = hashClientSecret(clientId, clientSecret);
  await ClientSecret.create({ clientId, secretHash, origin: 'generated', expiresAt: null }, { transaction });
  return clientSecret;
}

function clientIdText(text: string): string {
  if (isClientId(text)) return text;
  throw new InvalidArgumentError(`It ${clientIdRule}.`);
}

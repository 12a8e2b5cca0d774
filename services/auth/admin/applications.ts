import { randomBytes } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { literal, Op } from 'sequelize';
import type { Transaction } from 'sequelize';
import { clientCredentials } from '../clients/account.ts';
import { clientIdRule, isClientId } from '../clients/client-id.ts';
import { createClientSecret, hashClientSecret, maxValidSecrets } from '../clients/client-secret.ts';
import { isCidr } from '../../../runtime/proxies.ts';
import { Application, ClientSecret, User } from '../database.ts';
import { revokeApplication } from '../tokens/revoke.ts';
import { clientKeyCommands } from './client-keys.ts';
import { duration, table } from './command.ts';
import type { Act } from './command.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

export function applicationCommands(applications: Command, act: Act): void {
  applications.description('the applications of API clients, and their secrets');
  applications
    .command('create')
    .description('make an application, and show its secret this once')
    .requiredOption('--user <id>', 'the user that it acts for')
    .option('--client-id <id>', 'its id; invented if not given', clientIdText)
    .action((options: { user: string; clientId?: string }, command: Command) =>
      act(command, (parts) => create(parts, options)),
    );
  applications
    .command('list')
    .description('show the applications and their secrets, but for what is secret of them')
    .option('--user <id>', 'only those that act for this user')
    .action((options: { user?: string }, command: Command) => act(command, (parts) => list(parts, options)));
  applications
    .command('rotate-secret')
    .description('make a new secret and show it this once; the old one expires after a while')
    .argument('<client-id>')
    .option('--old-expires-in <time>', 'how long the old one stays valid, such as 30m, 24h, 7d or 0', duration, 86_400)
    .action((clientId: string, { oldExpiresIn }: { oldExpiresIn: number }, command: Command) =>
      act(command, (parts) => rotateSecret(parts, clientId, oldExpiresIn)),
    );
  applications
    .command('refuse-secrets')
    .description('take no secret of the application from now on, only assertions of its keys')
    .argument('<client-id>')
    .action((clientId: string, _, command: Command) =>
      act(command, (parts) => change(parts, clientId, { secretsRefused: true }, 'application.secrets_refused')),
    );
  applications
    .command('allow-secrets')
    .description('take secrets of the application again')
    .argument('<client-id>')
    .action((clientId: string, _, command: Command) =>
      act(command, (parts) => change(parts, clientId, { secretsRefused: false }, 'application.secrets_allowed')),
    );
  applications
    .command('networks')
    .description('let the tokens of the application work from these networks only; from everywhere if none is given')
    .argument('<client-id>')
    .argument('[cidr...]', 'such as 203.0.113.0/24 or 2001:db8::/32')
    .action((clientId: string, networks: string[], _, command: Command) => {
      const wrong = networks.find((network) => !isCidr(network));
      if (wrong !== undefined) command.error(`error: ${wrong} is no network such as 203.0.113.0/24`);
      return act(command, (parts) => change(parts, clientId, { networks }, 'application.networks_changed'));
    });
  clientKeyCommands(applications.command('keys'), act);
  applications
    .command('revoke')
    .description('refuse the application and all of its tokens from now on, for good')
    .argument('<client-id>')
    .action((clientId: string, _, command: Command) => act(command, (parts) => revoke(parts, clientId)));
}

type Parts = { transaction: Transaction };

async function create(
  { transaction }: Parts,
  { user: userId, clientId = inventedId() }: { user: string; clientId?: string },
) {
  if (!(await User.findByPk(userId, { transaction }))) throw new ExplainedError(`there is no user ${userId}`);
  if (await Application.findByPk(clientId, { transaction })) {
    throw new ExplainedError(`there is an application ${clientId} already`);
  }
  const grantTypes = [clientCredentials];
  await Application.create({ clientId, userId, grantTypes, revokedAt: null }, { transaction });
  const clientSecret = await addSecret(clientId, transaction);
  return {
    result: { clientId, clientSecret, userId, grantTypes },
    text: shownOnce(clientId, clientSecret),
    event: { event: 'application.created' as const, clientId, details: { userId } },
  };
}

async function list({ transaction }: Parts, { user: userId }: { user?: string }) {
  const applications = await Application.findAll({
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
  const rows = applications.flatMap(({ clientId, userId, revokedAt, secrets = [] }) => {
    const application = [clientId, userId, revokedAt];
    if (secrets.length === 0) return [[...application, null, null, null, null]];
    return secrets.map(({ origin, createdAt, expiresAt, lastUsedAt }) => {
      return [...application, origin, createdAt, expiresAt, lastUsedAt];
    });
  });
  const result = applications.map((application) => application.toJSON());
  const headings = ['CLIENT ID', 'USER', 'REVOKED', 'SECRET IS', 'CREATED', 'EXPIRES', 'LAST USED'];
  return { result, text: table(headings, rows) };
}

async function rotateSecret({ transaction }: Parts, clientId: string, oldExpiresInSeconds: number) {
  const application = await Application.findByPk(clientId, { lock: transaction.LOCK.UPDATE, transaction });
  if (!application) throw new ExplainedError(`there is no application ${clientId}`);
  if (application.revokedAt) throw new ExplainedError(`the application ${clientId} is revoked`);
  const valid = await ClientSecret.findAll({
    where: { clientId, expiresAt: { [Op.or]: [null, { [Op.gt]: literal('now()') }] } },
    order: ['expiresAt'],
    transaction,
  });
  const [first] = valid;
  if (valid.length >= maxValidSecrets && oldExpiresInSeconds > 0) {
    const until = first?.expiresAt ? ` until ${first.expiresAt.toISOString()}` : '';
    throw new ExplainedError(
      `two secrets of ${clientId} are valid, one${until}: wait, or end both at once with --old-expires-in 0`,
    );
  }
  const expiresAt = literal(`least(expires_at, now() + interval '${oldExpiresInSeconds} seconds')`);
  await ClientSecret.update({ expiresAt }, { where: { id: valid.map(({ id }) => id) }, transaction });
  const clientSecret = await addSecret(clientId, transaction);
  const oldExpiresAt = new Date(Date.now() + oldExpiresInSeconds * 1_000);
  return {
    result: { clientId, clientSecret, oldExpiresAt },
    text: `${shownOnce(clientId, clientSecret)}\n\nThe old one expires at ${oldExpiresAt.toISOString()}.`,
    event: { event: 'secret.rotated' as const, clientId, details: { oldExpiresAt: oldExpiresAt.toISOString() } },
  };
}

async function change(
  { transaction }: Parts,
  clientId: string,
  changes: { secretsRefused: boolean } | { networks: string[] },
  event: 'application.secrets_refused' | 'application.secrets_allowed' | 'application.networks_changed',
) {
  const [changed] = await Application.update(changes, { where: { clientId }, transaction });
  if (changed === 0) throw new ExplainedError(`there is no application ${clientId}`);
  const [[name, value] = []] = Object.entries(changes);
  return {
    result: { clientId, ...changes },
    text: `The application ${clientId} is changed.`,
    event: { event, clientId, ...('networks' in changes && { details: { [`${name}`]: String(value) } }) },
  };
}

async function revoke({ transaction }: Parts, clientId: string) {
  if (!(await revokeApplication(transaction, clientId)))
    throw new ExplainedError(`there is no application ${clientId}`);
  return {
    result: { clientId, revoked: true },
    text: `The application ${clientId} and all of its tokens are revoked.`,
    event: { event: 'application.revoked' as const, clientId },
  };
}

async function addSecret(clientId: string, transaction: Transaction): Promise<string> {
  const clientSecret = createClientSecret();
  const secretHash = hashClientSecret(clientId, clientSecret);
  await ClientSecret.create({ clientId, secretHash, origin: 'generated', expiresAt: null }, { transaction });
  return clientSecret;
}

function shownOnce(clientId: string, clientSecret: string): string {
  return `client id      ${clientId}\nclient secret  ${clientSecret}\n\nThe secret is not shown again.`;
}

function inventedId(): string {
  return `app-${randomBytes(12).toString('hex')}`;
}

function clientIdText(text: string): string {
  if (isClientId(text)) return text;
  throw new InvalidArgumentError(`It ${clientIdRule}.`);
}

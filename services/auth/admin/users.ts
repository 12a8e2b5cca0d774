import type { Command } from 'commander';
import type { Transaction } from 'sequelize';
import { User } from '../database.ts';
import { table } from './command.ts';
import type { Act } from './command.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

export function userCommands(users: Command, act: Act): void {
  users.description('the users that applications act for, and who sign in at trusted issuers');
  const add = (name: string, description: string, status: 'active' | 'inactive') =>
    users
      .command(name)
      .description(description)
      .argument('<id>')
      .action((id: string, _, command: Command) =>
        act(command, ({ transaction }) => setStatus(transaction, id, status)),
      );
  users
    .command('list')
    .description('show the users, and how many applications each has')
    .option('--company <id>', 'only those of this company')
    .action(({ company }: { company?: string }, command: Command) =>
      act(command, async ({ database, transaction }) => {
        const result = await database.query<ListedUser>(transaction, listed, [company ?? null]);
        const rows = result.map(({ userId, companyId, firstName, lastName, status, applications, externalId }) => {
          return [userId, companyId, `${firstName} ${lastName}`, status, applications, externalId];
        });
        return { result, text: table(['USER', 'COMPANY', 'NAME', 'STATUS', 'APPLICATIONS', 'EXTERNAL ID'], rows) };
      }),
    );
  add('activate', 'let a user and its applications in again', 'active');
  add('deactivate', 'refuse a user, its applications and their tokens from now on', 'inactive');
  users
    .command('link')
    .description('let a user sign in at a trusted issuer, which names it so')
    .argument('<id>')
    .argument('<external-id>', 'the prefix of the issuer, and what its tokens have in the claim that names the user')
    .action((id: string, externalId: string, _, command: Command) =>
      act(command, ({ transaction }) => link(transaction, id, externalId)),
    );
  users
    .command('unlink')
    .description('refuse the user at the trusted issuer from now on; its applications keep their access')
    .argument('<id>')
    .action((id: string, _, command: Command) => act(command, ({ transaction }) => link(transaction, id, null)));
}

async function link(transaction: Transaction, userId: string, externalId: string | null) {
  const other = externalId !== null && (await User.findOne({ where: { externalId }, transaction }));
  if (other && other.id !== userId) throw new ExplainedError(`${externalId} is the user ${other.id} already`);
  const [changed] = await User.update({ externalId }, { where: { id: userId }, transaction });
  if (changed === 0) throw new ExplainedError(`there is no user ${userId}`);
  const linked = externalId !== null;
  return {
    result: { userId, externalId },
    text: linked ? `The user ${userId} signs in as ${externalId}.` : `The user ${userId} can't sign in any more.`,
    event: linked
      ? { event: 'user.linked' as const, details: { userId, externalId } }
      : { event: 'user.unlinked' as const, details: { userId } },
  };
}

async function setStatus(transaction: Transaction, userId: string, status: 'active' | 'inactive') {
  const [changed] = await User.update({ status }, { where: { id: userId }, transaction });
  if (changed === 0) throw new ExplainedError(`there is no user ${userId}`);
  const event = status === 'active' ? ('user.activated' as const) : ('user.deactivated' as const);
  return {
    result: { userId, status },
    text: `The user ${userId} is ${status}.`,
    event: { event, details: { userId } },
  };
}

type ListedUser = {
  userId: string;
  companyId: string | null;
  firstName: string;
  lastName: string;
  status: string;
  applications: number;
  externalId: string | null;
};

const listed = `
  select u.id as "userId", u.company_id as "companyId", u.first_name as "firstName", u.last_name as "lastName", u.status,
    u.external_id as "externalId",
    (select count(*)::integer from auth.oauth_applications a where a.user_id = u.id and a.revoked_at is null) as applications
  from auth.users u where $1::text is null or u.company_id = $1 order by u.company_id, u.id`;

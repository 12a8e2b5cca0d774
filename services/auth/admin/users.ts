import type { Command } from 'commander';
import type { Transaction } from 'sequelize';
import { User } from '../database.ts';
import { CommandError, table } from './command.ts';
import type { Act } from './command.ts';

export function userCommands(users: Command, act: Act): void {
  users.description('the users that applications act for');
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
        const rows = result.map(({ userId, companyId, firstName, lastName, status, applications }) => {
          return [userId, companyId, `${firstName} ${lastName}`, status, applications];
        });
        return { result, text: table(['USER', 'COMPANY', 'NAME', 'STATUS', 'APPLICATIONS'], rows) };
      }),
    );
  add('activate', 'let the applications of a user in again', 'active');
  add('deactivate', 'refuse the applications of a user and their tokens from now on', 'inactive');
}

async function setStatus(transaction: Transaction, userId: string, status: 'active' | 'inactive') {
  const [changed] = await User.update({ status }, { where: { id: userId }, transaction });
  if (changed === 0) throw new CommandError(`there is no user ${userId}`);
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
};

const listed = `
  select u.id as "userId", u.company_id as "companyId", u.first_name as "firstName", u.last_name as "lastName", u.status,
    (select count(*)::integer from auth.oauth_applications a where a.user_id = u.id and a.revoked_at is null) as applications
  from auth.users u where $1::text is null or u.company_id = $1 order by u.company_id, u.id`;

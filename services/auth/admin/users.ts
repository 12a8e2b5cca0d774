import type { Command } from 'commander';
import type { Transaction } from 'sequelize';
import { User } from '../database.ts';
import { CommandError } from './command.ts';
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

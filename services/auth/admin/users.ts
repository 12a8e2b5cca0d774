import type { Command } from 'commander';
import { ExplainedError } from '../../../runtime/explained-error.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import { User } from '../database.ts';
import type { Act, Parts } from './command.ts';

export function userCommands(users: Command, act: Act): void {
  users.description('the users that applications act for, and who sign in at trusted issuers');
  users
    .command('list')
    .description('print the users, and how many applications each has')
    .option('--company <id>', 'only those of this company')
    .action(act(list));
  users
    .command('activate')
    .description('allow a user and its applications again')
    .argument('<id>')
    .action(act((parts, id: string) => change(parts, id, { status: 'active' }, 'user.activated')));
  users
    .command('deactivate')
    .description('refuse a user, its applications and their tokens from now on')
    .argument('<id>')
    .action(act((parts, id: string) => change(parts, id, { status: 'inactive' }, 'user.deactivated')));
  users
    .command('link')
    .description('let a user sign in at a trusted issuer, which names it so')
    .argument('<id>')
    .argument('<external-id>', 'the prefix of the issuer, and what its tokens have in the claim that names the user')
    .action(act(link));
  users
    .command('unlink')
    .description('refuse the user at the trusted issuer from now on; its applications keep their access')
    .argument('<id>')
    .action(act((parts, id: string) => change(parts, id, { externalId: null }, 'user.unlinked')));
}

async function list({ database, transaction }: Parts, { company = null }: { company?: string | null }) {
  return { result: await database.query(transaction, listed, [company]) };
}

async function link(parts: Parts, userId: string, externalId: string) {
  const other = await User.findOne({ where: { externalId }, transaction: parts.transaction });
  if (other && other.id !== userId) throw new ExplainedError(`${externalId} is the user ${other.id} already`);
  const { result, event } = await change(parts, userId, { externalId }, 'user.linked');
  return { result, event: { ...event, details: { userId, externalId } } };
}

async function change(
  { transaction }: Parts,
  userId: string,
  values: { status: 'active' | 'inactive' } | { externalId: string | null },
  event: AuditEvent['event'],
) {
  const [changed] = await User.update(values, { where: { id: userId }, transaction });
  if (changed === 0) throw new ExplainedError(`there is no user ${userId}`);
  return { result: { userId, ...values }, event: { event, details: { userId } } };
}

const listed = `
  select u.id as "userId", u.company_id as "companyId", u.first_name as "firstName", u.last_name as "lastName", u.status,
    u.external_id as "externalId",
    (select count(*)::integer from auth.oauth_applications a where a.user_id = u.id and a.revoked_at is null) as applications
  from auth.users u where $1::text is null or u.company_id = $1 order by u.company_id, u.id`;

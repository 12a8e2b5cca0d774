import type { Command } from 'commander';
import { ExplainedError } from '../../../runtime/explained-error.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import type { Act, Parts } from './command.ts';

export function userCommands(users: Command, act: Act): void {
  users.description('the users that applications act for, and who sign in at trusted issuers');
  users
    .command('list')
    .description('print the users, and how many applications each has')
    .option('--company <id>', 'only users of this company')
    .action(act(list));
  users
    .command('activate <id>')
    .description('allow a user and its applications again')
    .action(act((parts, id: string) => change(parts, id, { status: 'active' }, 'user.activated')));
  users
    .command('deactivate <id>')
    .description('refuse a user, its applications and their tokens from now on')
    .action(act((parts, id: string) => change(parts, id, { status: 'inactive' }, 'user.deactivated')));
  users
    .command('link <id> <external-id>')
    .description('let a user sign in at a trusted issuer, by its prefix and the claim that names the user')
    .action(act(link));
  users
    .command('unlink <id>')
    .description('refuse the user at the trusted issuer from now on; its applications keep their access')
    .action(act((parts, id: string) => change(parts, id, { externalId: null }, 'user.unlinked')));
}

async function list({ database, transaction }: Parts, { company = null }: { company?: string | null }) {
  return { result: await database.query(transaction, listed, [company]) };
}

async function link(parts: Parts, userId: string, externalId: string) {
  const { database, transaction } = parts;
  const named = 'select id from auth.users where external_id = $1 and id <> $2';
  const [other] = await database.query<{ id: string }>(transaction, named, [externalId, userId]);
  if (other) throw new ExplainedError(`${externalId} is the user ${other.id} already`);
  const { result, event } = await change(parts, userId, { externalId }, 'user.linked');
  return { result, event: { ...event, details: { userId, externalId } } };
}

async function change(
  { database, transaction }: Parts,
  userId: string,
  values: { status: 'active' | 'inactive' } | { externalId: string | null },
  event: AuditEvent['event'],
) {
  const [column, value] = 'status' in values ? ['status', values.status] : ['external_id', values.externalId];
  const update = `update auth.users set ${column} = $2 where id = $1 returning id`;
  const [changed] = await database.query(transaction, update, [userId, value]);
  if (!changed) throw new ExplainedError(`there is no user ${userId}`);
  return { result: { userId, ...values }, event: { event, details: { userId } } };
}

const listed = `
  select u.id as "userId", u.company_id as "companyId", u.first_name as "firstName", u.last_name as "lastName", u.status,
    u.external_id as "externalId",
    (select count(*)::integer from auth.oauth_applications a where a.user_id = u.id and a.revoked_at is null) as applications
  from auth.users u where $1::text is null or u.company_id = $1 order by u.company_id, u.id`;

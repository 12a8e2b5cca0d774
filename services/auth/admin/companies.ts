import type { Command } from 'commander';
import { table } from './command.ts';
import type { Act } from './command.ts';

export function companyCommands(companies: Command, act: Act): void {
  companies.description('the companies whose reports users read');
  companies
    .command('list')
    .description('show the companies that have users; their names where this role may read them')
    .action((_, command: Command) =>
      act(command, async ({ database, transaction }) => {
        const [named] = await database.query<object>(transaction, namesAreReadable);
        const result = await database.query<Company>(transaction, companiesWith(named ? names : 'null'));
        const rows = result.map(({ companyId, name, users, applications }) => [companyId, name, users, applications]);
        return { result, text: table(['COMPANY', 'NAME', 'USERS', 'APPLICATIONS'], rows) };
      }),
    );
}

type Company = { companyId: string; name: string | null; users: number; applications: number };

/** Names are in the schema of reporting, which may be in another database, and which auth's own role may not read. */
const namesAreReadable = `
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'reporting' and c.relname = 'companies'
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`;

const names = '(select name from reporting.companies where id = u.company_id)';

const companiesWith = (name: string) => `
  select u.company_id as "companyId", ${name} as name, count(distinct u.id)::integer as users,
    count(a.client_id)::integer as applications
  from auth.users u left join auth.oauth_applications a on a.user_id = u.id and a.revoked_at is null
  where u.company_id is not null
  group by u.company_id order by u.company_id`;

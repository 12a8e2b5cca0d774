import type { Command } from 'commander';
import { table } from './command.ts';
import type { Act } from './command.ts';

export function companyCommands(companies: Command, act: Act): void {
  companies.description('the companies whose reports users read');
  companies
    .command('list')
    .description('show the companies that have users; their names are in the database of reporting')
    .action((_, command: Command) =>
      act(command, async ({ database, transaction }) => {
        const result = await database.query<Company>(transaction, statement);
        const rows = result.map(({ companyId, users, applications }) => [companyId, users, applications]);
        return { result, text: table(['COMPANY', 'USERS', 'APPLICATIONS'], rows) };
      }),
    );
}

type Company = { companyId: string; users: number; applications: number };

const statement = `
  select u.company_id as "companyId", count(distinct u.id)::integer as users, count(a.client_id)::integer as applications
  from auth.users u left join auth.oauth_applications a on a.user_id = u.id and a.revoked_at is null
  where u.company_id is not null
  group by 1 order by 1`;

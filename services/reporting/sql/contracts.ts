import type { contractFields } from '../../../proto/contract-fields.ts';
import type { Expressions } from './fields.ts';
import { sql } from './statement.ts';

/** Of the contract `c` with `contractJoins`. */
export const contractExpressions: Expressions<typeof contractFields> = {
  contractId: 'c.id',
  contractTitle: 'c.title',
  contractorId: 'contractor.id',
  contractorFirstName: 'contractor.first_name',
  contractorLastName: 'contractor.last_name',
  employerId: 'employer.id',
  employerFirstName: 'employer.first_name',
  employerLastName: 'employer.last_name',
  teamId: 'team.id',
  teamName: 'team.name',
};

/** The joins that bring what both reports show of the contract `c`. */
export const contractJoins = sql`
  join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id`;

export type ContractOrder = 'contract' | 'contractor';

export function isOfContract(sortField: string): sortField is ContractOrder {
  return sortField === 'contract' || sortField === 'contractor';
}

const orders: Record<ContractOrder, { columns: string[]; from: string }> = {
  contract: { columns: ['c.title'], from: 'reporting.contracts c' },
  contractor: {
    columns: ['contractor.last_name', 'contractor.first_name', 'c.contractor_id'],
    from: 'reporting.contracts c join reporting.people contractor on contractor.id = c.contractor_id',
  },
};

/** Sort keys of the contract `c` with `contractJoins`, each with the direction. */
export function contractOrder(sortField: ContractOrder, direction: string): string {
  const keys = orders[sortField].columns.map((column) =>
    column.endsWith('id') ? column : `${column} collate reporting.text_order`,
  );
  return [...keys, 'c.id'].map((key) => `${key} ${direction}`).join(', ');
}

/** Selects a company's contracts with what they are sorted by. */
export function selectedContracts(sortField: ContractOrder): string {
  const { columns, from } = orders[sortField];
  return `select c.id, ${columns.join(', ')} from ${from} where c.company_id = :companyId`;
}

/** Sort keys of `selectedContracts` by the name `c`. */
export function selectedOrder(sortField: ContractOrder, direction: string): string {
  return contractOrder(sortField, direction).replaceAll('contractor.', 'c.');
}

/** Selects the ids of `keys`, and of the contracts of a type that those of `:people` and `:teams` concern, as references are now. */
export function touchedContracts(type: 'fixed' | 'hourly', keys: string): string {
  // A key of the other kind is null: then no index or table is read.
  const of = (column: string, key: string) =>
    `select id, type from reporting.contracts where company_id = :companyId and ${column} = ${key} and ${key} is not null`;
  const references = [of('contractor_id', 'key.person'), of('employer_id', 'key.person'), of('team_id', 'key.team')];
  return sql`
    select id
    from unnest(${keys}) id
    union
    select c.id
    from (select unnest(:people::text[]), unnest(:teams::text[])) key (person, team)
    cross join lateral (
      ${references.join('\nunion all\n')}
      offset 0
    ) c
    where c.type = '${type}'`;
}

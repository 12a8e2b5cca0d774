import type { contractFields, contractFilters } from '../../../proto/contract-fields.ts';
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

type ContractOrder = 'contract' | 'contractor';

const orderColumns = {
  contract: ['title'],
  contractor: ['contractor_last_name', 'contractor_first_name', 'contractor_id'],
};

/** What `contractOrder` takes of the contract `c`. */
export function contractOrderColumns(sortField: ContractOrder): string {
  return ['c.id as contract_id', ...orderColumns[sortField].map((column) => `c.${column}`)].join(', ');
}

/** Sort keys of the contract `c`, each with the direction; or of a row that has `contractOrderColumns`. */
export function contractOrder(sortField: ContractOrder, direction: string, row?: string): string {
  const keys = orderColumns[sortField].map(
    (column) => `${row ?? 'c'}.${column} ${column.endsWith('_id') ? '' : 'collate reporting.text_order '}${direction}`,
  );
  return [...keys, `${row === undefined ? 'c.id' : `${row}.contract_id`} ${direction}`].join(', ');
}

/** Of the contract `c`. */
const filterConditions: Record<keyof typeof contractFilters, string> = {
  teamIds: 'c.team_id = any (:teamIds)',
  contractorIds: 'c.contractor_id = any (:contractorIds)',
};

/** The CTE `contract_filter`: the ids of the contracts of a type that the given filters leave; nothing where none is given. */
export function contractFilter(type: 'fixed' | 'hourly', filters: (keyof typeof contractFilters)[]): string {
  if (filters.length === 0) return '';
  return sql`
    contract_filter as materialized (
      select c.id from reporting.contracts c
      where c.company_id = :companyId and c.type = '${type}' and ${filters.map((name) => filterConditions[name]).join(' and ')}
    )`;
}

/** Selects the ids of the contracts of a type that the keys of `:contracts`, `:people` and `:teams` concern, as references are now. */
export function touchedContracts(type: 'fixed' | 'hourly'): string {
  const of = (keys: string, column: string) => sql`
    select c.id
    from unnest(:${keys}::text[]) key (id)
    cross join lateral (
      select c.id, c.type
      from reporting.contracts c
      where c.company_id = :companyId and c.${column} = key.id
      offset 0
    ) c
    where c.type = '${type}'`;
  const references = [of('people', 'contractor_id'), of('people', 'employer_id'), of('teams', 'team_id')];
  return sql`
    select id
    from unnest(:contracts::text[]) id
    union
    ${references.join('\nunion\n')}`;
}

/** The contracts of a type in order, with `contractOrderColumns`, or of those the ones that `ids` selects. */
export function contractsInOrder(
  type: 'fixed' | 'hourly',
  sortField: ContractOrder,
  direction: string,
  ids?: string,
): string {
  return sql`
    select ${contractOrderColumns(sortField)} from reporting.contracts c
    where c.company_id = :companyId and c.type = '${type}' ${ids === undefined ? '' : `and (c.id in (${ids})) is true`}
    order by ${contractOrder(sortField, direction)}
    offset 0`;
}

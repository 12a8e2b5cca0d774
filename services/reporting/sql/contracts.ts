import type { contractFields } from '../../../proto/contract-fields.ts';
import type { Expressions } from './fields.ts';
import { sql } from './statement.ts';

/** Of the contract `c` with `contractJoins`. */
export const contractExpressions = {
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
} satisfies Expressions<typeof contractFields>;

/** The joins that bring what both reports show of the contract `c`. */
export const contractJoins = sql`
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id`;

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

/** The CTE `contract_filter`: the ids of the contracts of a type that the filters by team and by contractor leave. */
export function contractFilter(type: 'fixed' | 'hourly'): string {
  return sql`
    contract_filter as materialized (
      select c.id
      from reporting.contracts c
      where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = '${type}'
        and :contractorIds::text[] is null
      union all
      select c.id
      from reporting.contracts c
      where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = '${type}'
        and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    )`;
}

/** The contracts of a type in order, with `contractOrderColumns`, or of those the ones that `ids` selects. */
export function contractsInOrder(
  type: 'fixed' | 'hourly',
  sortField: ContractOrder,
  direction: string,
  ids?: string,
): string {
  return sql`
    select ${contractOrderColumns(sortField)}
    from reporting.contracts c
    where c.company_id = :companyId and c.type = '${type}' ${ids === undefined ? '' : `and (c.id in (${ids})) is true`}
    order by ${contractOrder(sortField, direction)}
    offset 0`;
}

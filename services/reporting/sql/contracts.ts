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

/** By as much of a name as an index of two names holds. */
const [lastName, firstName] = ['left(contractor.last_name, 200)', 'left(contractor.first_name, 200)'];

/** What `contractOrder` takes of a row. */
export const contractOrderColumns = `c.id as contract_id, c.title,
  contractor.id as contractor_id, ${lastName} as last_name, ${firstName} as first_name`;

/** Sort keys of the contract `c` and its contractor, each with the direction; or of a row that has `contractOrderColumns`. */
export function contractOrder(sortField: 'contract' | 'contractor', direction: string, row?: string): string {
  const column = (name: string, expression: string) => (row === undefined ? expression : `${row}.${name}`);
  const names = {
    contract: [`${column('title', 'c.title')} collate reporting.text_order`],
    contractor: [
      `${column('last_name', lastName)} collate reporting.text_order`,
      `${column('first_name', firstName)} collate reporting.text_order`,
      column('contractor_id', 'contractor.id'),
    ],
  };
  return [...names[sortField], column('contract_id', 'c.id')].map((key) => `${key} ${direction}`).join(', ');
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

/** Contracts in their order, with what `contractOrder` of the row `c` takes, and where this way of reading them is good. */
type ContractsInOrder = { contracts: string; condition: string };

/**
 * The contracts of a type in order, or of those the ones that `ids` selects. By title they have an index. By contractor, few are
 * sorted; for many, all people are read in the order of their names, whichever company they work for.
 */
export function contractsInOrder(
  type: 'fixed' | 'hourly',
  sortField: 'contract' | 'contractor',
  direction: string,
  ids?: string,
): ContractsInOrder[] {
  const all = `c.company_id = :companyId and c.type = '${type}'`;
  const ofCompany = ids === undefined ? all : `${all} and (c.id in (${ids})) is true`;
  const order = contractOrder(sortField, direction);
  if (sortField === 'contract') {
    const contracts = sql`
      select c.id as contract_id, c.title
      from reporting.contracts c
      where ${ofCompany}
      order by ${order}
      offset 0`;
    return [{ contracts, condition: 'true' }];
  }
  const counted = ids ?? `select from reporting.contracts c where ${all} limit 5001`;
  const few = `(select count(*) from (${counted}) c) <= 5000`;
  const sorted = sql`
    select *
    from (
      select ${contractOrderColumns}
      from ${ids === undefined ? '' : `(${ids}) among (id) join `}reporting.contracts c${ids === undefined ? '' : ' on c.id = among.id'}
      join reporting.people contractor on contractor.id = c.contractor_id
      where ${all} and ${few}
      offset 0
    ) c
    order by ${contractOrder(sortField, direction, 'c')}
    offset 0`;
  const ofPeople = sql`
    select ${contractOrderColumns}
    from reporting.people contractor
    cross join lateral (
      select c.id, c.title
      from reporting.contracts c
      where ${ofCompany} and c.contractor_id = contractor.id
      offset 0
    ) c
    where not (${few})
    order by ${order}
    offset 0`;
  return [
    { contracts: sorted, condition: few },
    { contracts: ofPeople, condition: `not (${few})` },
  ];
}

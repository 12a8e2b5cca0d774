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

/** Sort keys of the contract that both reports have, each with the direction. */
export function contractOrder(sortField: 'contract' | 'contractor', direction: string): string {
  const names = {
    contract: ['c.title collate reporting.text_order'],
    contractor: [
      'contractor.last_name collate reporting.text_order',
      'contractor.first_name collate reporting.text_order',
      'contractor.id',
    ],
  };
  return [...names[sortField], 'c.id'].map((key) => `${key} ${direction}`).join(', ');
}

/** The CTE `contract_filter`: the ids of the contracts of a type that the filters by team and by contractor leave. */
export function contractFilter(type: 'fixed' | 'hourly'): string {
  return sql`
    contract_filter as materialized (
      select c.id
      from reporting.contracts c
      where c.company_id = :companyId and c.type = '${type}'
        and (:teamIds::text[] is null or c.team_id = any (:teamIds))
        and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
    )`;
}

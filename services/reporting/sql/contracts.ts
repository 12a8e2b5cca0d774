import { sql } from './statement.ts';

/** The joins that bring what both reports show of the contract `c`. */
export const contractJoins = sql`
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id`;

export const personJson = (person: string) =>
  `json_build_object('_id', ${person}.id, 'firstName', ${person}.first_name, 'lastName', ${person}.last_name)`;

export const teamJson = `json_build_object('_id', team.id, 'name', team.name)`;

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

/** The ids of the contracts of a type that the filters by team and by contractor leave. */
export function contractFilter(type: 'fixed' | 'hourly'): string {
  return sql`
    select c.id
    from reporting.contracts c
    where c.company_id = :companyId and c.type = '${type}'
      and (:teamIds::text[] is null or c.team_id = any (:teamIds))
      and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))`;
}

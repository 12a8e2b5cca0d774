import type { SortOrder__Output } from '../../proto/generated/clientreporting/reporting/SortOrder.ts';

/** The joins that bring what both reports show of the contract `c`. */
export const contractJoins = `
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id`;

/** The contract summary as the reports show it, but for the hourly rate. */
export const contractObject = `
  jsonb_build_object(
    '_id', c.id,
    'title', c.title,
    'contractor', jsonb_build_object(
      '_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
    'employer', jsonb_build_object(
      '_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
    'team', case when team.id is not null then jsonb_build_object('_id', team.id, 'name', team.name) end
  )`;

/** Sort keys of the contract that both reports have. */
export const byTitle = ['c.title collate reporting.text_order', 'c.id'];
export const byContractor = [
  'contractor.last_name collate reporting.text_order',
  'contractor.first_name collate reporting.text_order',
  'contractor.id',
];

/** The keys with the direction on each, so that descending is the exact reverse of ascending. */
export function orderBy(keys: string[], sortOrder: SortOrder__Output): string {
  return keys.map((key) => `${key} ${sortOrder}`).join(', ');
}

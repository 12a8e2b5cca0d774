/** The joins that bring what both reports show of the contract `c`. */
export const contractJoins = `
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id`;

export const personColumns = (person: string) =>
  `json_build_object('_id', ${person}.id, 'firstName', ${person}.first_name, 'lastName', ${person}.last_name)`;

export const teamColumns = `json_build_object('_id', team.id, 'name', team.name)`;

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

/**
 * The ids of the contracts of a type that the filters by team ($4) and by contractor ($5) leave; null lets all through.
 * A statement without such filters has it too, unused and so not run, for the types of its parameters.
 */
export function wantedContracts(type: 'fixed' | 'hourly'): string {
  return `
    select c.id from reporting.contracts c
    where c.company_id = $1 and c.type = '${type}'
      and ($4::text[] is null or c.team_id = any ($4))
      and ($5::text[] is null or c.contractor_id = any ($5))`;
}

type Filters = {
  companyId: string;
  fromDate: string;
  toDate: string;
  teamIds: string[];
  contractorIds: string[];
};

/** What a statement takes as $1 to $5: company, first and last day, teams, contractors. Null lets all through. */
export type Matching = [
  companyId: string,
  fromDate: string,
  toDate: string,
  teamIds: string[] | null,
  contractorIds: string[] | null,
];

export function matchingOf({ companyId, fromDate, toDate, teamIds, contractorIds }: Filters): Matching {
  return [companyId, fromDate, toDate, filterOf(teamIds), filterOf(contractorIds)];
}

function filterOf(ids: string[]): string[] | null {
  return ids.length > 0 ? ids : null;
}

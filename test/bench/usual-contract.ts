import { Person, Team } from './usual-models.ts';
import type { Contract } from './usual-models.ts';

/** What both reports show of a contract. The company is named, so that the tables' keys can be used. */
export function contractIncludes(companyId: string) {
  return [
    { model: Person, as: 'contractor' },
    { model: Person, as: 'employer' },
    { model: Team, as: 'team', where: { companyId }, required: false },
  ];
}

export function contractOf({ id, title, contractor, employer, team }: Contract) {
  return {
    _id: id,
    title,
    contractor: personOf(contractor),
    employer: personOf(employer),
    team: team && { _id: team.id, name: team.name },
  };
}

function personOf({ id, firstName, lastName }: Person) {
  return { _id: id, firstName, lastName };
}

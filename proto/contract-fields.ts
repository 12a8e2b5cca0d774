import type { Fields, Filters } from './report.ts';

export const contractFields = {
  contractId: { path: 'contract._id', kind: 'id', example: 'c_81' },
  contractTitle: { path: 'contract.title', kind: 'text', column: 'Contract', example: 'Website' },
  contractorId: { path: 'contract.contractor._id', kind: 'id', example: 'p_7' },
  contractorFirstName: { path: 'contract.contractor.firstName', kind: 'text', example: 'Ana' },
  contractorLastName: { path: 'contract.contractor.lastName', kind: 'text', example: 'García' },
  employerId: { path: 'contract.employer._id', kind: 'id', example: 'p_2' },
  employerFirstName: { path: 'contract.employer.firstName', kind: 'text', example: 'Sam' },
  employerLastName: { path: 'contract.employer.lastName', kind: 'text', example: 'Okafor' },
  teamId: { path: 'contract.team._id', kind: 'id', missing: 'null', example: 't_3' },
  teamName: {
    path: 'contract.team.name',
    kind: 'text',
    missing: 'null',
    column: 'Team',
    none: 'No team',
    example: 'Design',
  },
} as const satisfies Fields;

export const contractFilters = {
  teamIds: {
    kind: 'ids',
    list: 'teams',
    description: 'Contracts of these teams only: ids as in `contract.team._id` of a row.',
    example: ['t_3'],
  },
  contractorIds: {
    kind: 'ids',
    list: 'contractors',
    description: 'Contracts of these contractors only: ids as in `contract.contractor._id` of a row.',
    example: ['p_7', 'p_12'],
  },
} as const satisfies Filters;

import { contractFields } from './contract-fields.ts';
import { inObject } from './report.ts';
import type { Field, Fields, Group, ReportDefinition, SumsDefinition } from './report.ts';

/** Groups of one summary. */
export const groupsAtMost = 2;

const { teamId, teamName, contractorId, contractorFirstName, contractorLastName } = contractFields;

const groupFields = {
  month: { month: { kind: 'month', description: 'A month in UTC, YYYY-MM.', example: '2024-03' } },
  status: { status: { kind: 'paymentStatus', example: 'paid' } },
  team: { teamId: atTop(teamId), teamName: atTop(teamName) },
  contractor: {
    contractorId: atTop(contractorId),
    contractorFirstName: atTop(contractorFirstName),
    contractorLastName: atTop(contractorLastName),
  },
  contract: {},
} as const satisfies Record<Group, Fields>;

/**
 * The sums of a report by some groups, as a report of its own: a row for each of their values. Where the contract is a group, the columns
 * of another one that the contract has too begin with `group`.
 * @param groups those of a request; when left out, all that one can choose from
 */
export function summaryDefinition<Of extends ReportDefinition>(
  report: Of,
  sums: SumsDefinition,
  groups: readonly Group[] = sums.groups,
): ReportDefinition & Pick<Of, 'filters'> {
  const contract = groups.includes('contract') ? ofContract(report, report.fields) : {};
  const ofGroups = groups.flatMap((group) => Object.entries<Field>(groupFields[group]));
  const all = { ...report.statistics, ...sums.statistics };
  const type = groups === sums.groups ? 'disjunction' : 'conjunction';
  return {
    ...report,
    ...sums,
    summary: `${sums.summary} by ${new Intl.ListFormat('en-GB', { type }).format(groups)}`,
    statistics: all,
    groups: sums.groups,
    sortFields: ['groupBy', ...Object.keys(all)],
    sortFieldAliases: {},
    sortFieldDescription:
      '`groupBy` is by the groups, the first before the second: months, statuses in the order upcoming, processing, failed, paid, deleted, teams by name, contractors by the last, then the first name, contracts by title, no team after the others. Or one of the statistics; its ties are in the order of the groups.',
    defaultSortField: 'groupBy',
    defaultSortOrder: 'asc',
    fields: {
      ...Object.fromEntries(ofGroups.map(([name, field]) => [name in contract ? groupColumn(name) : name, field])),
      ...contract,
      ...inObject('statistics', all),
    },
    schemas: { ...report.schemas, ...sums.schemas },
  };
}

/** Of values by the names of a report's fields, those of its contract. */
export function ofContract<Of>({ fields }: ReportDefinition, values: Record<string, Of>): Record<string, Of> {
  const names = Object.keys(values).filter((name) => fields[name]?.path?.startsWith('contract.'));
  return Object.fromEntries(names.map((name) => [name, values[name] as Of]));
}

/** The column of a group that stands beside a contract. */
export function groupColumn(name: string): string {
  return `group${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function atTop({ path, ...field }: Field & { path: string }): Field {
  return { ...field, path: path.replace('contract.', '') };
}

import type { Group } from '../../../proto/report.ts';
import { paymentStatuses } from '../../../proto/scheduled-payments.ts';
import { groupColumn } from '../../../proto/summary.ts';
import { contractExpressions, contractJoins, contractOrder } from './contracts.ts';
import { sql } from './statement.ts';

/** Groups that a contract belongs to, as opposed to those of what it has. */
const ofContract: Group[] = ['team', 'contractor', 'contract'];

/** Columns of the sums of contracts that a row of the summary is made of, besides the contract. */
const ownColumns: Partial<Record<Group, 'start' | 'status'>> = { month: 'start', status: 'status' };

export const ownGroups = (groups: Group[]) => groups.flatMap((group) => ownColumns[group] ?? []);

/** The columns that make a group, of the sums `s` of a contract and of the contract `c`. A contract has one team and one contractor. */
export function groupKeys(groups: Group[]): string[] {
  const keys = { team: 'c.team_id', contractor: 'c.contractor_id', contract: 's.contract_id' };
  const contractKeys = ofContractKeys(groups).map((group) => keys[group]);
  return [...ownGroups(groups).map((column) => `s.${column}`), ...contractKeys];
}

/** What `groupKeys` needs of the sums `s`. */
export function keyJoin(groups: Group[]): string {
  const keys = ofContractKeys(groups);
  return keys.length === 0 || keys.includes('contract') ? '' : contractOf('s');
}

type ContractGroup = 'team' | 'contractor' | 'contract';

function ofContractKeys(groups: Group[]): ContractGroup[] {
  const keys = groups.filter((group): group is ContractGroup => ofContract.includes(group));
  return keys.includes('contract') ? ['contract'] : keys;
}

/** A fence: by an index of titles, each would be compared with every group. */
const contractOf = (row: string) =>
  `cross join lateral (select * from reporting.contracts c where c.company_id = :companyId and c.id = ${row}.contract_id offset 0) c`;

/** What the group `g` is sorted by. */
export function orderJoins(groups: Group[]): string {
  const of = groups.includes('contract') ? 'c' : 'g';
  const joins: Partial<Record<Group, string>> = {
    team: `left join reporting.teams team on team.company_id = :companyId and team.id = ${of}.team_id`,
    contractor: `join reporting.people contractor on contractor.id = ${of}.contractor_id`,
  };
  return sql`
    ${of === 'c' ? contractOf('g') : ''}
    ${groups.flatMap((group) => joins[group] ?? []).join('\n')}`;
}

/** What the group `g` shows. */
export function rowJoins(groups: Group[]): string {
  if (!groups.includes('contract')) return orderJoins(groups);
  return sql`
    ${orderJoins(['contract'])}
    ${contractJoins}`;
}

/** The order of the group `g` with `orderJoins`. */
export function groupOrder(groups: Group[], direction: string): string {
  const text = (column: string) => `${column} collate reporting.text_order ${direction}`;
  const orders: Record<Group, string[]> = {
    month: [`g.start ${direction}`],
    status: [`array_position('{${paymentStatuses.join(',')}}', g.status) ${direction}`],
    team: [text('team.name'), `team.id ${direction}`],
    contractor: [text('contractor.last_name'), text('contractor.first_name'), `contractor.id ${direction}`],
    contract: [contractOrder('contract', direction)],
  };
  return groups.flatMap((group) => orders[group]).join(', ');
}

/** What is shown of the group `g` with `rowJoins`. */
export function groupExpressions(groups: Group[]): Record<string, string> {
  const { teamId, teamName, contractorId, contractorFirstName, contractorLastName } = contractExpressions;
  const shown: Record<Group, Record<string, string>> = {
    month: { month: `to_char(g.start, 'YYYY-MM')` },
    status: { status: 'g.status' },
    team: { teamId, teamName },
    contractor: { contractorId, contractorFirstName, contractorLastName },
    contract: { ...contractExpressions, rate: 'c.rate' },
  };
  const all = groups.flatMap((group) => Object.entries(shown[group]));
  const columns = all.flatMap(([name, expression]) => [
    [name, expression],
    [groupColumn(name), expression],
  ]);
  return Object.fromEntries(columns) as Record<string, string>;
}

import type { Group } from '../../../proto/report.ts';
import { paymentStatuses } from '../../../proto/scheduled-payments.ts';
import { groupColumn } from '../../../proto/summary.ts';
import { contractExpressions, contractJoins, contractOrder, textKey } from './contracts.ts';
import { joined, nothing, quoted, sql } from './statement.ts';
import type { Direction, Sql } from './statement.ts';

/** All statuses in their order, as an array. */
export const statusOrder = quoted(`{${paymentStatuses.join(',')}}`);

/** Groups that a contract belongs to; the other groups are of its payments or days. */
const ofContract: Group[] = ['team', 'contractor', 'contract'];

/** Columns of the sums of contracts that a row of the summary is made of, besides the contract. */
const ownColumns: Partial<Record<Group, 'start' | 'status'>> = { month: 'start', status: 'status' };

export const ownGroups = (groups: Group[]) => groups.flatMap((group) => ownColumns[group] ?? []);

/** The columns that make a group, of the `sums` of a contract and of the `contract`. A contract has one team and one contractor. */
export function groupKeys(groups: Group[]): Sql[] {
  const keys = {
    team: sql`contract.team_id`,
    contractor: sql`contract.contractor_id`,
    contract: sql`sums.contract_id`,
  };
  const contractKeys = ofContractKeys(groups).map((group) => keys[group]);
  return [...ownGroups(groups).map((column) => sql`sums.${column}`), ...contractKeys];
}

/** What `groupKeys` needs of the `sums`. Few contracts are looked up. Of many, all are read: a contract has a row for each month. */
export function keyJoin(groups: Group[], areFew: boolean): Sql {
  const keys = ofContractKeys(groups);
  if (keys.length === 0 || keys.includes('contract')) return nothing;
  if (areFew) return contractOf('sums');
  return sql`
    join (
      select id, team_id, contractor_id from reporting.contracts where company_id = :companyId offset 0
    ) contract on contract.id = sums.contract_id`;
}

type ContractGroup = 'team' | 'contractor' | 'contract';

function ofContractKeys(groups: Group[]): ContractGroup[] {
  const keys = groups.filter((group): group is ContractGroup => ofContract.includes(group));
  return keys.includes('contract') ? ['contract'] : keys;
}

const contractOf = (row: 'groups' | 'sums') => sql`
  cross join lateral (
    -- A fence: by an index of titles, each would be compared with every group.
    select * from reporting.contracts contract where contract.company_id = :companyId and contract.id = ${row}.contract_id offset 0
  ) contract`;

/** What the row of `groups` is sorted by. */
export function orderJoins(groups: Group[]): Sql {
  const of = groups.includes('contract') ? 'contract' : 'groups';
  const joins: Partial<Record<Group, Sql>> = {
    team: sql`left join reporting.teams team on team.company_id = :companyId and team.id = ${of}.team_id`,
    contractor: sql`join reporting.people contractor on contractor.id = ${of}.contractor_id`,
  };
  return sql`
    ${of === 'contract' ? contractOf('groups') : ''}
    ${joined(
      groups.flatMap((group) => joins[group] ?? []),
      '\n',
    )}`;
}

/** What the row of `groups` shows. */
export function rowJoins(groups: Group[]): Sql {
  if (!groups.includes('contract')) return orderJoins(groups);
  return sql`
    ${orderJoins(['contract'])}
    ${contractJoins}`;
}

/** The order of the row of `groups` with `orderJoins`. */
export function groupOrder(groups: Group[], direction: Direction): Sql {
  const orders: Record<Group, Sql[]> = {
    month: [sql`groups.start ${direction}`],
    status: [sql`array_position(${statusOrder}, groups.status) ${direction}`],
    team: [textKey(sql`team.name`, direction), sql`team.id ${direction}`],
    contractor: [
      ...[sql`contractor.last_name`, sql`contractor.first_name`].map((name) => textKey(name, direction)),
      sql`contractor.id ${direction}`,
    ],
    contract: [contractOrder('contract', direction)],
  };
  return joined(groups.flatMap((group) => orders[group]));
}

/**
 * What is shown of the row of `groups` with `rowJoins`.
 * @param contract the report's fields of the `contract`
 */
export function groupExpressions(groups: Group[], contract: Record<string, Sql>): Record<string, Sql> {
  const { teamId, teamName, contractorId, contractorFirstName, contractorLastName } = contractExpressions;
  const shown: Record<Group, Record<string, Sql>> = {
    month: { month: sql`to_char(groups.start, 'YYYY-MM')` },
    status: { status: sql`groups.status` },
    team: { teamId, teamName },
    contractor: { contractorId, contractorFirstName, contractorLastName },
    contract,
  };
  const all = groups.flatMap((group) => Object.entries(shown[group]));
  const columns = all.flatMap(([name, expression]) => [
    [name, expression],
    [groupColumn(name), expression],
  ]);
  return Object.fromEntries(columns) as Record<string, Sql>;
}

import type { contractFields } from '../../../proto/contract-fields.ts';
import type { Expressions } from './fields.ts';
import { isAmong } from './filters.ts';
import { joined, sql } from './statement.ts';
import type { Direction, Sql } from './statement.ts';

/** Of the contract `c` with `contractJoins`. */
export const contractExpressions: Expressions<typeof contractFields> = {
  contractId: sql`c.id`,
  contractTitle: sql`c.title`,
  contractorId: sql`contractor.id`,
  contractorFirstName: sql`contractor.first_name`,
  contractorLastName: sql`contractor.last_name`,
  employerId: sql`employer.id`,
  employerFirstName: sql`employer.first_name`,
  employerLastName: sql`employer.last_name`,
  teamId: sql`team.id`,
  teamName: sql`team.name`,
};

/** The joins that bring what both reports show of the contract `c`. */
export const contractJoins = sql`
  join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id`;

export type ContractOrder = 'contract' | 'contractor';

export function isOfContract(sortField: string): sortField is ContractOrder {
  return sortField === 'contract' || sortField === 'contractor';
}

const orders: Record<ContractOrder, { columns: Sql[]; from: Sql }> = {
  contract: { columns: [sql`c.title`], from: sql`reporting.contracts c` },
  contractor: {
    columns: [sql`contractor.last_name`, sql`contractor.first_name`, sql`c.contractor_id`],
    from: sql`reporting.contracts c join reporting.people contractor on contractor.id = c.contractor_id`,
  },
};

/** Sort keys of the contract `c` with `contractJoins`, each with the direction. */
export function contractOrder(sortField: ContractOrder, direction: Direction): Sql {
  const keys = orders[sortField].columns.map((column) =>
    column.endsWith('id') ? column : sql`${column} collate reporting.text_order`,
  );
  return joined([...keys, sql`c.id`].map((key) => sql`${key} ${direction}`));
}

/** Selects a company's contracts with what they are sorted by. */
export function selectedContracts(sortField: ContractOrder): Sql {
  const { columns, from } = orders[sortField];
  return sql`select c.id, ${joined(columns)} from ${from} where c.company_id = :companyId`;
}

/** Sort keys of `selectedContracts` by the name `c`. */
export function selectedOrder(sortField: ContractOrder, direction: Direction): Sql {
  return contractOrder(sortField, direction).replaceAll('contractor.', 'c.') as Sql;
}

/**
 * Selects the contracts of the CTE `sums` with what they are sorted by, in order. Few are looked up. Of many, all are read; names are slow to
 * compare, and a company has fewer contractors than contracts. Joined else, the people of all companies would be read.
 */
export function sortedContracts(
  type: 'fixed' | 'hourly',
  sortField: ContractOrder,
  direction: Direction,
  areFew: boolean,
): Sql {
  if (areFew)
    return sql`
      select c.* from sums cross join lateral (
        ${selectedContracts(sortField)} and c.id = sums.contract_id offset 0
      ) c
      order by ${selectedOrder(sortField, direction)} offset 0`;
  const condition = sql`c.type = '${type}' and ${isAmong('sums', 'c.id', 'contract_id')}`;
  if (sortField === 'contract')
    return sql`
      ${selectedContracts('contract')} and ${condition}
      order by ${contractOrder('contract', direction)}
      offset 0`;
  const byName = [sql`contractor.last_name`, sql`contractor.first_name`].map(
    (name) => sql`${name} collate reporting.text_order ${direction}`,
  );
  return sql`
    select c.id, contractor.last_name, contractor.first_name, contractor.id as contractor_id
    from (
      select contractor.* from (select contractor_id from reporting.contracts where company_id = :companyId group by contractor_id offset 0) own
      cross join lateral (select id, last_name, first_name from reporting.people where id = own.contractor_id offset 0) contractor
      order by ${joined(byName)}, contractor.id ${direction} offset 0
    ) contractor
    cross join lateral (
      select c.id from reporting.contracts c
      where c.company_id = :companyId and c.contractor_id = contractor.id and ${condition} offset 0
    ) c`;
}

/** Selects the ids of `keys`, and of the contracts of a type that refer to `:person` or `:team` now. */
export function touchedContracts(type: 'fixed' | 'hourly', keys: Sql): Sql {
  // Without keys, no index or table is read.
  const of = (column: Sql, values: Sql) => sql`
    select id from reporting.contracts
    where company_id = :companyId and type = '${type}' and ${column} = any (${values}) and cardinality(${values}) > 0`;
  const [people, teams] = [sql`:person::text[]`, sql`:team::text[]`];
  const references = [of(sql`contractor_id`, people), of(sql`employer_id`, people), of(sql`team_id`, teams)];
  return sql`
    select id from unnest(${keys}) id
    union (
      ${joined(references, ' union all\n')}
    )`;
}

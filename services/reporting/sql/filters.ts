import type { contractFilters } from '../../../proto/contract-fields.ts';
import type { FilterKind, Filters } from '../../../proto/report.ts';
import { joined, nothing, sql } from './statement.ts';
import type { Sql } from './statement.ts';

/**
 * How statements apply a filter that is given: by a condition on the `contract`, by which roll-ups are kept; or by one on a row of the
 * report, which roll-ups can't answer. That of statuses each statement has, given or not.
 */
export type FilterSql<Kind extends FilterKind = FilterKind> = Kind extends 'paymentStatuses'
  ? 'in each statement'
  : OfContract | { ofRow: Sql };

/** One that leaves `few` contracts has them looked up one by one. */
type OfContract = { ofContract: Sql; leaves: 'few' | 'many' };

/** Of a report whose rows are roll-ups of contracts. */
export type ContractFiltersSql<Of extends Filters> = Record<keyof Of, OfContract>;

export type FiltersSql<Of extends Filters> = { [Name in keyof Of]: FilterSql<Of[Name]['kind']> };

type AnyFiltersSql = Record<string, FilterSql>;

export const contractFiltersSql: ContractFiltersSql<typeof contractFilters> = {
  teamIds: { ofContract: sql`contract.team_id = any (:teamIds)`, leaves: 'many' },
  contractorIds: { ofContract: sql`contract.contractor_id = any (:contractorIds)`, leaves: 'few' },
};

/** What the filters that are given do to a statement about contracts of a type. */
export function appliedFilters(type: 'fixed' | 'hourly', filters: AnyFiltersSql, given: string[]) {
  const applied = given.flatMap((name) => filters[name] ?? []).filter((filter) => typeof filter === 'object');
  const ofContracts = applied.filter((filter) => 'ofContract' in filter);
  const leavesFew = ofContracts.some(({ leaves }) => leaves === 'few');
  const onContract = ofContracts.map(({ ofContract }) => ofContract);
  const isGiven = onContract.length > 0;
  const cte = sql`
    contract_filter as materialized (
      -- The contracts that the filters leave.
      select contract.id from reporting.contracts contract
      where contract.company_id = :companyId and contract.type = '${type}' and ${joined(onContract, ' and ')}
    )`;
  return {
    /** Conditions on the `contract`. */
    onContract,
    /** The CTE `contract_filter`, with the ids of contracts that match; nothing where no filter is of contracts. */
    contractFilter: isGiven ? cte : nothing,
    /** That a contract is one of these. */
    ofContract: isGiven ? [leavesFew ? isOneOfFew('contract_filter') : isOneOfMany('contract_filter')] : [],
    /** So few that each is looked up. */
    leavesFew,
    /** Conditions on a row of the report. */
    ofRow: applied.flatMap((filter) => ('ofRow' in filter ? filter.ofRow : [])),
  };
}

/** That a contract is one of few, which are looked up. */
export const isOneOfFew = (cte: 'contract_filter' | 'page' | 'touched') =>
  sql`contract_id = any (array(select id from ${cte}))`;

/** That a contract is one of many. So written, Postgres reads them into a hash, whatever it estimates. */
export const isOneOfMany = (cte: 'contract_filter' | 'sums', id: 'contract_id' | 'contract.id' = 'contract_id') =>
  sql`(${id} in (select ${cte === 'sums' ? 'contract_id' : 'id'} from ${cte})) is true`;

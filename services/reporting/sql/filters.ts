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

/** The CTE `contract_filter`: the ids of the contracts of a type that the given filters leave; nothing where none is of contracts. */
export function contractFilter(type: 'fixed' | 'hourly', filters: AnyFiltersSql, given: string[]): Sql {
  const conditions = ofContracts(filters, given).map(({ ofContract }) => ofContract);
  if (conditions.length === 0) return nothing;
  return sql`
    contract_filter as materialized (
      -- The contracts that the filters leave.
      select contract.id from reporting.contracts contract
      where contract.company_id = :companyId and contract.type = '${type}' and ${joined(conditions, ' and ')}
    )`;
}

export function ofContracts(filters: AnyFiltersSql, given: string[]): OfContract[] {
  return given.flatMap((name) => {
    const filter = filters[name];
    return typeof filter === 'object' && 'ofContract' in filter ? filter : [];
  });
}

/** The conditions on a row of the report. */
export function rowConditions(filters: AnyFiltersSql, given: string[]): Sql[] {
  return given.flatMap((name) => {
    const filter = filters[name];
    return typeof filter === 'object' && 'ofRow' in filter ? filter.ofRow : [];
  });
}

export function leavesFew(filters: AnyFiltersSql, given: string[]): boolean {
  return ofContracts(filters, given).some(({ leaves }) => leaves === 'few');
}

/** That a contract is one of `contract_filter`, where filters of contracts are given. */
export function ofFilter(filters: AnyFiltersSql, given: string[]): Sql[] {
  if (ofContracts(filters, given).length === 0) return [];
  return [leavesFew(filters, given) ? isOneOfFew('contract_filter') : isOneOfMany('contract_filter')];
}

type Cte = 'contract_filter' | 'page' | 'touched' | 'sums';

/** That a contract is one of few, which are looked up. */
export const isOneOfFew = (cte: Cte) => sql`contract_id = any (array(select id from ${cte}))`;

/** That a contract is one of many. So written, Postgres reads them into a hash, whatever it estimates. */
export const isOneOfMany = (
  cte: Cte,
  id: 'contract_id' | 'contract.id' | 'payment.contract_id' = 'contract_id',
  of: 'id' | 'contract_id' = 'id',
) => sql`(${id} in (select ${of} from ${cte})) is true`;

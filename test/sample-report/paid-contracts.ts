import type { Group } from '../../proto/report.ts';
import { filterValues } from '../../services/reporting/answers/report.ts';
import type { ChangedRows, Report } from '../../services/reporting/answers/report.ts';
import { summaryOf } from '../../services/reporting/answers/summary.ts';
import { changedRow } from '../../services/reporting/changes/changed-rows.ts';
import { reports } from '../../services/reporting/reports.ts';
import type { ReportsOf } from '../../services/reporting/reports.ts';
import {
  contractExpressions,
  contractJoins,
  contractOrder,
  isOfContract,
  touchedContracts,
} from '../../services/reporting/sql/contracts.ts';
import { instants } from '../../services/reporting/sql/date-segments.ts';
import { fileColumns, jsonArray, jsonOf } from '../../services/reporting/sql/fields.ts';
import type { Expressions } from '../../services/reporting/sql/fields.ts';
import { contractFilter, contractFiltersSql } from '../../services/reporting/sql/filters.ts';
import type { ContractFiltersSql } from '../../services/reporting/sql/filters.ts';
import { groupKeys, keyJoin } from '../../services/reporting/sql/groups.ts';
import { batchOffset, batchSize } from '../../services/reporting/sql/page.ts';
import { list, sql, withAll } from '../../services/reporting/sql/statement.ts';
import { paidContractsDefinition as definition } from './definition.ts';
import type { definitions } from './definition.ts';

type SortField = (typeof definition.sortFields)[number];
type Filters = typeof definition.filters;

const filters: ContractFiltersSql<Filters> = contractFiltersSql;
const contractsOf = (given: string[]) => contractFilter('fixed', filters, given);

const statisticsOf = (row: string): Expressions<typeof definition.statistics> => ({
  paymentsCount: `${row}.payments_count`,
  paidAmount: `${row}.paid_amount`,
});

/** Of the sums `s`, and of the contract `c` with its joins. */
const expressions: Expressions<typeof definition.fields> = { ...contractExpressions, ...statisticsOf('s') };

/** The sums of each contract with payments in the range; with `of`, of those whose ids that CTE has. */
function sumsByContract(given: string[], of?: 'page' | 'touched'): string {
  return sql`
    select p.contract_id, count(*) as payments_count, sum(p.paid_amount) as paid_amount
    from reporting.scheduled_payments p
    where p.company_id = :companyId and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
      ${given.length > 0 ? 'and (p.contract_id in (select id from contract_filter)) is true' : ''}
      ${of ? `and p.contract_id = any (array(select id from ${of}))` : ''}
    group by p.contract_id`;
}

const sums = (given: string[]) => sql`
  sums as materialized (
    ${sumsByContract(given)}
  )`;

const totals = sql`
  totals as materialized (
    select count(*) as contracts_count, coalesce(sum(payments_count), 0) as payments_count,
      coalesce(sum(paid_amount), 0) as paid_amount
    from sums
  )`;

const contractOf = (id: string) => sql`
  join reporting.contracts c on c.company_id = :companyId and c.id = ${id}
  ${contractJoins}`;

function rowOrder(sortField: SortField, direction: string): string {
  return isOfContract(sortField)
    ? contractOrder(sortField, direction)
    : `${expressions[sortField]} ${direction}, s.contract_id ${direction}`;
}

/** The rows of `page` as a JSON array, in its order. */
const resultsOf = (row: string) => sql`
  select ${jsonArray(row, 'page.position')}
  from page join (
    ${sumsByContract([], 'page')}
  ) s on s.contract_id = page.id
  ${contractOf('page.id')}`;

const paidContracts: Report<SortField, Filters, Record<string, never>> = {
  name: 'paid-contracts',
  definition,
  filters,
  filterValues: (request) => filterValues(definition.filters, request),
  derivedValues: (range) => instants(range),
  waysOf: () => [{}],
  choose: () => ({}),
  page: ({ sortField, direction, filters: given }) => ({
    ctes: [contractsOf(given), sums(given), totals],
    totalCount: 'contracts_count',
    statistics: jsonOf(definition.statistics, statisticsOf('totals')),
    ids: sql`
      select s.contract_id as id from sums s
      ${contractOf('s.contract_id')}
      order by ${rowOrder(sortField, direction)}
      limit ${batchSize} offset ${batchOffset}`,
  }),
  results: resultsOf(jsonOf(definition.fields, expressions, definition.withoutTeam)),
  rowsStatement: ({ sortField, direction, filters: given }, format) => sql`
    ${withAll(contractsOf(given), sums(given))}
    select
      ${fileColumns(format, definition, expressions)}
    from sums s
    ${contractOf('s.contract_id')}
    order by ${rowOrder(sortField, direction)}`,
};

/** A row changes with the payments of its contract, the contract, the people and the team of that. */
const changes: ChangedRows = {
  ctes: (given) => [contractsOf(given)],
  all: (given) => `select contract_id from (${sumsByContract(given)}) sums`,
  touched: touchedContracts('fixed', ':paymentContracts::text[] || :contracts::text[]'),
  matching: (given) => `select contract_id from (${sumsByContract(given, 'touched')}) sums`,
  rows: resultsOf(changedRow(definition, expressions, 'page.id')),
};

function sumsBy(groups: Group[]): Report {
  const keys = groupKeys(groups);
  return summaryOf<Record<string, never>>(paidContracts, groups, {
    waysOf: () => [{}],
    choose: () => ({}),
    ctes: (_, given) => [
      contractsOf(given),
      sums(given),
      sql`
        groups as materialized (
          select ${list([...keys, 'sum(payments_count) as payments_count', 'sum(paid_amount) as paid_amount'])}
          from sums s
          ${keyJoin(groups)}
          group by ${keys.join(', ')}
        )`,
      totals,
    ],
    statistics: statisticsOf,
  });
}

/** The product's reports and the sample. */
export const sampleReports: ReportsOf<typeof definitions> = {
  ...reports,
  'paid-contracts': { rows: paidContracts, sums: sumsBy, changes },
};

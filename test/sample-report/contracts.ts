import { createReport } from '../../services/reporting/answers/report.ts';
import { columnsOf } from '../../services/reporting/sql/columns.ts';
import { contractExpressions, contractJoins, textKey } from '../../services/reporting/sql/contracts.ts';
import { instants } from '../../services/reporting/sql/date-segments.ts';
import { fileColumns } from '../../services/reporting/sql/fields.ts';
import type { Expressions } from '../../services/reporting/sql/fields.ts';
import { appliedFilters, contractFiltersSql } from '../../services/reporting/sql/filters.ts';
import { jsonArray, jsonOf } from '../../services/reporting/sql/json.ts';
import { batchOffset, batchSize } from '../../services/reporting/sql/page.ts';
import { joined, neverNull, sql } from '../../services/reporting/sql/statement.ts';
import type { Direction } from '../../services/reporting/sql/statement.ts';
import { contractsDefinition as definition } from './definitions.ts';

const contract = columnsOf('contracts', 'contract');

const expressions: Expressions<typeof definition.fields> = {
  id: contract.id,
  title: contract.title,
  contractor: contractExpressions.contractorLastName,
  team: contractExpressions.teamName,
  rate: contract.rate,
};

const sortKeys = {
  title: (direction: Direction) => textKey(contract.title, direction),
  rate: (direction: Direction) => sql`contract.rate ${direction}`,
};

const orderOf = (sortField: 'title' | 'rate', direction: Direction) =>
  sql`${sortKeys[sortField](direction)}, contract.id ${direction}`;

const matching = (given: string[]) => sql`
  select contract.* from reporting.contracts contract
  where ${joined([sql`contract.company_id = :companyId`, ...appliedFilters('fixed', contractFiltersSql, given).onContract], ' and ')}
    and (
      exists (
        select from reporting.scheduled_payments payment
        where payment.company_id = :companyId and payment.contract_id = contract.id
          and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
      ) or exists (
        select from reporting.timesheet_days day
        where day.company_id = :companyId and day.contract_id = contract.id and day.work_date >= :fromDate and day.work_date <= :toDate
      )
    )`;

export const contracts = createReport({
  name: 'contracts',
  definition,
  filters: contractFiltersSql,
  derivedValues: instants,
  page: ({ sortField, direction, filters }) => ({
    ctes: [
      sql`
        matching as materialized (
          ${matching(filters)}
        )`,
      sql`totals as materialized (select count(*) as contracts_count from matching)`,
    ],
    totalCount: sql`contracts_count`,
    statistics: jsonOf({ fields: definition.statistics }, { contractsCount: neverNull(sql`contracts_count`) }),
    ids: sql`
      select contract.id from matching contract order by ${orderOf(sortField, direction)}
      limit ${batchSize} offset ${batchOffset}`,
  }),
  results: sql`
    select ${jsonArray(jsonOf(definition, expressions), sql`page.position`)}
    from page join reporting.contracts contract on contract.company_id = :companyId and contract.id = page.id
    ${contractJoins}`,
  rowsStatement: ({ sortField, direction, filters }, format) => sql`
    select
      ${fileColumns(format, definition, expressions)}
    from (
      ${matching(filters)}
    ) contract
    ${contractJoins}
    order by ${orderOf(sortField, direction)}`,
});

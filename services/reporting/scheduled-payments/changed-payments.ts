import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { changedRow, createChangedRows } from '../answers/changed-rows.ts';
import { touchedContracts } from '../sql/contracts.ts';
import { sql } from '../sql/statement.ts';
import { contractsOf, matching } from './filters.ts';
import { expressions, resultsOf } from './rows.ts';

/** A payment changes with its contract, the people and the team of that. */
export const changedPayments = createChangedRows('scheduled-payments', {
  ctes: (filters) => [contractsOf(filters)],
  all: (filters) => sql`
    select p.id
    from reporting.scheduled_payments p
    where p.company_id = :companyId and p.id > :afterKey and ${matching(filters)}`,
  touched: sql`
    select id
    from unnest(:payment::text[]) id
    union
    select p.id
    from (
      ${touchedContracts('fixed', sql`:contract::text[]`)}
    ) contract
    cross join lateral (
      select p.id
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.contract_id = contract.id and p.id > :afterKey
      offset 0
    ) p`,
  matching: (filters) => sql`
    select p.id
    from touched
    cross join lateral (
      select p.*
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.id = touched.id
      offset 0
    ) p
    where ${matching(filters)}`,
  rows: resultsOf(changedRow(scheduledPaymentsDefinition, expressions, sql`p.id`)),
});

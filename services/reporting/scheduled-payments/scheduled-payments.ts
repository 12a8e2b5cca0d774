import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { changedRow, createChangedRows } from '../answers/changed-rows.ts';
import { createReport } from '../answers/report.ts';
import { summariesOf } from '../answers/summary.ts';
import { touchedContracts } from '../sql/contracts.ts';
import { dateSegments, instants } from '../sql/date-segments.ts';
import { jsonOf } from '../sql/json.ts';
import { sql } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';
import { groupedSums } from '../sql/sums.ts';
import { filters, paymentFilters } from './filters.ts';
import { pageOfPayments } from './page.ts';
import { expressions, resultsOf, rowsStatement } from './rows.ts';
import { counted, paymentSums, readBy, segments, statistics, summed } from './sums.ts';

/** The payments of a company's fixed-price contracts, with the statistics of all that match. */
const rows = createReport({
  name: 'scheduled-payments',
  definition: scheduledPaymentsDefinition,
  filters,
  derivedValues: ({ fromDate, toDate }, given) => {
    const range = { fromDate, toDate };
    // Roll-ups can't answer conditions on rows.
    const byRow = paymentFilters(given).ofRow.length > 0;
    return {
      ...instants(range),
      dateSegments: () => dateSegments(range, byRow ? ['day'] : ['day', 'month', 'year']),
      monthSegments: () => dateSegments(range, ['day', 'month'], 'within'),
    };
  },
  page: pageOfPayments,
  results: resultsOf(jsonOf(scheduledPaymentsDefinition, expressions)),
  rowsStatement,
});

const sums = summariesOf(rows, (groups) => ({
  ctes: (given) => [
    paymentFilters(given).contractFilter,
    segments,
    ...groupedSums(paymentSums, groups, summed, {
      isFiltered: paymentFilters(given).isFiltered,
      areFew: paymentFilters(given).leavesFew,
      counted: counted(given),
      read: readBy(given, groups.includes('status')),
    }),
  ],
  statistics: (row) => {
    const all = { ...statistics, totalScheduledPaymentsAmount: sql`amount` };
    return Object.fromEntries(Object.entries<Sql>(all).map(([name, column]) => [name, sql`${row}.${column}`]));
  },
  expressions,
}));

/** A payment changes with its contract, the people and the team of that. */
const changes = createChangedRows(rows.name, {
  ctes: (given) => [paymentFilters(given).contractFilter],
  all: (given) => sql`
    select payment.id
    from reporting.scheduled_payments payment
    where payment.company_id = :companyId and payment.id > :afterKey and ${paymentFilters(given).matching}`,
  touched: sql`
    select id
    from unnest(:payment::text[]) id
    union
    select payment.id
    from (
      ${touchedContracts('fixed', sql`:contract::text[]`)}
    ) contract
    cross join lateral (
      select payment.id
      from reporting.scheduled_payments payment
      where payment.company_id = :companyId and payment.contract_id = contract.id and payment.id > :afterKey
      offset 0
    ) payment`,
  matching: (given) => sql`
    select payment.id
    from touched
    cross join lateral (
      select payment.*
      from reporting.scheduled_payments payment
      where payment.company_id = :companyId and payment.id = touched.id
      offset 0
    ) payment
    where ${paymentFilters(given).matching}`,
  rows: resultsOf(changedRow(scheduledPaymentsDefinition, expressions, sql`payment.id`)),
});

export const scheduledPayments = { rows, sums, changes };

import type { Group } from '../../../proto/report.ts';
import { summaryOf } from '../answers/summary.ts';
import { groupKeys, keyJoin } from '../sql/groups.ts';
import { list, sql } from '../sql/statement.ts';
import { allSums, periodsInRange, sumsOfContracts } from './sums.ts';
import { contractsOf, statisticsOf, timesheets } from './timesheets.ts';

/** The sums of timesheets by groups. */
export function timesheetsSummary(groups: Group[]) {
  return summaryOf<Record<string, never>>(timesheets, groups, {
    waysOf: () => [{}],
    choose: () => ({}),
    ctes: (_, filters) => [
      contractsOf(filters),
      sums(groups, filters),
      groupsOfSums(groups),
      sql`
        totals as materialized (
          select ${list(allSums.map((sum) => `coalesce(sum(${sum}), 0) as ${sum}`))}
          from groups
        )`,
    ],
    statistics: (row) => statisticsOf((name) => `${row}.${name}`),
  });
}

/** The CTE `sums`: of each contract, or the parts of each month, of its contracts or of all contracts together. */
function sums(groups: Group[], filters: string[]): string {
  const of = filters.length > 0 ? 'filter' : 'contracts';
  if (!groups.includes('month')) return sumsOfContracts(allSums, periodsInRange(of));
  return sql`
    sums as not materialized (
      select contract_id, date_trunc('month', period.start::timestamp)::date as start, days_count,
        ${list([...allSums])}
      ${periodsInRange(groups.length === 1 && filters.length === 0 ? 'company' : of, ':daysAndMonths')}
    )`;
}

function groupsOfSums(groups: Group[]): string {
  const keys = groupKeys(groups).join(', ');
  return sql`
    groups as materialized (
      select ${keys},
        ${list(allSums.map((sum) => `sum(${sum}) as ${sum}`))}
      from sums s
      ${keyJoin(groups)}
      group by ${keys}${groups.includes('month') ? ' having sum(days_count) > 0' : ''}
    )`;
}

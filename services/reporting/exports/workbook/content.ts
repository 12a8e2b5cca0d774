import { validationError } from '../../../../proto/errors.ts';
import type { Filter, Filters, Group, ReportDefinition } from '../../../../proto/report.ts';
import type { CopyInSnapshot, RunInSnapshot } from '../../../../runtime/postgres/snapshot.ts';
import { readTotals } from '../../answers/report.ts';
import type { Order, Query, Totals } from '../../answers/report.ts';
import { reportNamed } from '../../reports.ts';
import type { Reports } from '../../reports.ts';
import { identifier, joined, quoted, sql, withValues } from '../../sql/statement.ts';
import { linesIn } from '../copied.ts';
import { nameInWords, sheetRow, shownColumnsOf } from './columns.ts';
import type { WorkbookContent } from './write-workbook.ts';
import type { Sql } from '../../sql/statement.ts';

type Snapshot = { run: RunInSnapshot; copy: CopyInSnapshot };

/** Reads, in the snapshot of the rows, what else a workbook has. */
export function createWorkbooks(reports: Reports) {
  return async (query: Query, { run, copy }: Snapshot, totals: Totals): Promise<WorkbookContent> => {
    const { report, values } = query;
    const { definition } = report;
    if (totals.totalCount > rowsAtMost) {
      const message = `a workbook holds ${rowsAtMost.toLocaleString('en')} rows at most. Take another format, or a shorter range`;
      throw validationError({ Accept: { message } });
    }
    const order: Order = { ...query.order, sortField: 'groupBy', direction: 'asc' };
    const summed = definition.groups ? undefined : definition.sums;
    const summaryBy = (group: Group) => reportNamed(reports, report.name, [group]);
    // Every group has the same totals. Those of the last, the contract, cost a fifth of those by month, which read each month of a contract.
    const [last] = summed?.groups.slice(-1) ?? [];
    const totalsOf = async (query: Query) =>
      last && (await readTotals({ ...query, report: summaryBy(last) }, run)).statistics;
    const isMore = Object.keys(summed?.statistics ?? {}).length > 0;
    const statistics = (isMore ? await totalsOf(query) : undefined) ?? totals.statistics;
    const undeleted = withoutDeleted(query);
    const others = undeleted && (await totalsOf(undeleted));
    const groups = summed?.groups.filter((group) => group !== 'contract') ?? [];
    const sums = groups.map((group) => {
      const summary = summaryBy(group);
      const query = withValues(summary.rowsStatement(order, sheetRow(shownColumnsOf)), values);
      return { title: `By ${group}`, fields: summary.definition.fields, lines: linesIn(copy(query)) };
    });
    const period = `${values.fromDate} to ${values.toDate}`;
    const { about, company } = await readAbout(query, period, run, totals);
    const file = { title: definition.summary, period, company };
    return { ...file, statistics, withoutDeleted: others === statistics ? undefined : others, sums, about };
  };
}

/** Undefined where the request asks for no deleted payments, or for no others. */
function withoutDeleted(query: Query): Query | undefined {
  const { report, order, values } = query;
  const filters: Filters = report.definition.filters;
  const name = Object.keys(filters).find((name) => filters[name]?.kind === 'paymentStatuses') ?? '';
  const statuses = (values[name] ?? []) as string[];
  const others = statuses.filter((status) => status !== 'deleted');
  if (others.length === 0 || others.length === statuses.length) return undefined;
  const undeleted = { ...values, [name]: others };
  const given = [...new Set([...order.filters, name])];
  const derived = report.derivedValues(undeleted as never, given);
  return { ...query, order: { ...order, filters: given }, values: { ...undeleted, ...derived } };
}

/** What a sheet holds, without the heading and the totals. */
const rowsAtMost = 1_048_574;

/** SQL: the names of the ids that the company has. */
const namesOf: Record<Filter<'ids'>['list'], (ids: Sql) => Sql> = {
  teams: (ids) =>
    sql`select string_agg(name, ', ' order by name) from reporting.teams where company_id = :companyId and id = any (${ids})`,
  contractors: (ids) => sql`
    select string_agg(btrim(first_name || ' ' || last_name), ', ' order by last_name, first_name)
    from reporting.people p
    where id = any (${ids})
      and exists (select from reporting.contracts where company_id = :companyId and contractor_id = p.id)`,
};

async function readAbout(
  { report, givenFilters, values }: Query,
  period: string,
  run: RunInSnapshot,
  { totalCount, version }: Totals,
): Promise<Pick<WorkbookContent, 'about' | 'company'>> {
  const { filters, summary, statisticsDescription }: ReportDefinition = report.definition;
  const units = 'Amounts are US dollars. Dates and times are in UTC. Hours are decimal: 7.50 is 7:30 in the portal.';
  const rows: [name: string, text: Sql, isInHead?: boolean][] = [
    ['Company', sql`(select name from reporting.companies where id = :companyId)`, true],
    ['Report', quoted(summary)],
    ['Period', quoted(`${period}, both included`), true],
    ...givenFilters.map(({ name, values }): [string, Sql, boolean] => {
      const [filter, ids] = [filters[name], quoted(values.join(', '))];
      const names = filter?.kind === 'ids' && namesOf[filter.list](sql`:${identifier(name)}`);
      return [nameInWords(name).replace(/ ids$/, 's'), names ? sql`coalesce((${names}), ${ids})` : ids, true];
    }),
    ['Totals', quoted(statisticsDescription)],
    ['Rows', quoted(String(totalCount))],
    ['Units', quoted(units)],
    ['Made', sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')`],
    ['Report-Version', quoted(version)],
  ];
  // A cell holds less than 32,768 characters.
  const cells = sql`
    select reporting.workbook_text(text) as cell, reporting.workbook_xml(text) as xml
    from (
      select coalesce(left(text, 32000), '') as text, position
      from unnest(array[${joined(rows.map(([, text]) => text))}]) with ordinality texts (text, position)
    ) texts
    order by position`;
  const read = await run<{ cell: string; xml: string }>({ text: withValues(cells, values) });
  const about = rows.map(([name, , isInHead = false], index) => ({ name, value: String(read[index]?.cell), isInHead }));
  return { about, company: String(read[0]?.xml) };
}

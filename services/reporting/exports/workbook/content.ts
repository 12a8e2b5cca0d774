import { valuesGiven } from '../../../../proto/report.ts';
import type { Filter, ListFilter } from '../../../../proto/report.ts';
import { paymentStatuses } from '../../../../proto/scheduled-payments.ts';
import type { CopyInSnapshot, RunInSnapshot, RunPrepared } from '../../../../runtime/postgres/snapshot.ts';
import { orderOf, valuesFor } from '../../answers/report.ts';
import type { FilterValues, Order, PageRow, Report } from '../../answers/report.ts';
import type { ReadTotals } from '../../answers/totals.ts';
import { reportNamed } from '../../reports.ts';
import type { Reports } from '../../reports.ts';
import { identifier, joined, sql, statement, valuesOf, withValues } from '../../sql/statement.ts';
import { linesIn } from '../copied.ts';
import type { FileRequest } from '../file-headers.ts';
import { cellText } from './cells.ts';
import { nameInWords, sheetRow, shownColumnsOf } from './columns.ts';
import type { WorkbookContent } from './write-workbook.ts';
import type { Sql } from '../../sql/statement.ts';

type Snapshot = { run: RunInSnapshot; runPrepared: RunPrepared; copy: CopyInSnapshot };

/** Reads, in the snapshot of the rows, what else a workbook has. */
export type ReadContent = (
  snapshot: Snapshot,
  of: Pick<PageRow, 'totalCount' | 'statistics'> & { version: string },
) => Promise<WorkbookContent>;

export function createWorkbooks(reports: Reports, readTotals: ReadTotals) {
  return (report: Report, request: FileRequest): ReadContent => {
    const { definition } = report;
    const order: Order = { ...orderOf(report, request), sortField: 'groupBy', direction: 'asc' };
    const values = valuesFor(report, request);
    const undeleted = withoutDeleted(report, request);
    const groups = definition.groups ? [] : (definition.sums?.groups.filter((group) => group !== 'contract') ?? []);
    const sums = groups.map((group) => {
      const summary = reportNamed(reports, report.name, [group]);
      // As the screen has them: the largest first, but for months and statuses.
      const largest = Object.keys(summary.definition.statistics).at(-1) ?? '';
      const sorted: Order =
        group === 'month' || group === 'status' ? order : { ...order, sortField: largest, direction: 'desc' };
      return {
        title: `By ${group}`,
        summary,
        query: withValues(summary.rowsStatement(sorted, sheetRow(shownColumnsOf)), values),
      };
    });
    const [first] = sums;
    return async ({ run, runPrepared, copy }, totals) => {
      const totalsOf = (of: FilterValues) => first && readTotals(first.summary, order, of, runPrepared);
      const { statistics } = (await totalsOf(values)) ?? totals;
      const others = undeleted && (await totalsOf(valuesFor(report, undeleted)));
      const about = await readAbout(report, request, run, totals);
      return {
        statistics,
        withoutDeleted: others?.statistics === statistics ? undefined : others?.statistics,
        sums: sums.map(({ title, summary, query }) => ({
          title,
          definition: summary.definition,
          lines: () => linesIn(copy(query), undefined),
        })),
        title: titleOf(report),
        period: `${request.fromDate} to ${request.toDate}`,
        company: /<([vt])[^>]*>([^]*)<\/\1>/.exec(about[0]?.value ?? '')?.[2] ?? '',
        about,
      };
    };
  };
}

/** The same request without deleted payments; undefined where it has none. */
function withoutDeleted({ definition }: Report, request: FileRequest): FileRequest | undefined {
  const [name] = Object.entries<Filter>(definition.filters).find(([, { kind }]) => kind === 'statuses') ?? [];
  if (name === undefined) return undefined;
  const given = valuesGiven(request.filters, name);
  if (given.length > 0 && !given.includes('deleted')) return undefined;
  const values = (given.length > 0 ? given : paymentStatuses).filter((status) => status !== 'deleted');
  if (values.length === 0) return undefined;
  return { ...request, filters: [...request.filters.filter((filter) => filter.name !== name), { name, values }] };
}

/** Of sums, by their own groups. */
function titleOf({ name, definition: { summary } }: Report): string {
  const [, groups] = name.split(' by ');
  return groups === undefined ? summary : summary.replace(/ by .*/, ` by ${groups.replace(',', ' and ')}`);
}

/** SQL: the names of the ids that the company has. */
const namesOf: Record<(ListFilter & { kind: 'ids' })['list'], (ids: Sql) => Sql> = {
  teams: (ids) =>
    sql`select string_agg(name, ', ' order by name) from reporting.teams where company_id = :companyId and id = any (${ids})`,
  contractors: (ids) => sql`
    select string_agg(btrim(first_name || ' ' || last_name), ', ' order by last_name, first_name)
    from reporting.people p
    where id = any (${ids})
      and exists (select from reporting.contracts where company_id = :companyId and contractor_id = p.id)`,
};

/** What a cell holds. */
const longest = 32_000;

async function readAbout(
  report: Report,
  request: FileRequest,
  run: RunInSnapshot,
  { totalCount, version }: { totalCount: number; version: string },
): Promise<WorkbookContent['about']> {
  const { definition } = report;
  const { fromDate, toDate } = request;
  const filters = Object.entries<Filter>(definition.filters);
  const names = filters.map(([name, filter]) =>
    filter.kind === 'ids' ? sql`(${namesOf[filter.list](sql`:${identifier(name)}`)})` : sql`null`,
  );
  const about = statement(
    'about-file',
    sql`
      select (select name from reporting.companies where id = :companyId),
        to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), ${joined(names)}`,
  );
  const [read = []] = await run(about.text, valuesOf(about, report.filterValues(request)));
  const [company, time, ...namesRead] = read as (string | null)[];
  const rows: [name: string, text: string | null | undefined, isInHead?: boolean][] = [
    ['Company', company, true],
    ['Report', titleOf(report)],
    ['Period', `${fromDate} to ${toDate}, both included`, true],
    ...filters.flatMap(([name, filter], index) =>
      aboutFilter(name, filter, valuesGiven(request.filters, name), namesRead[index]),
    ),
    ['Rows', String(totalCount)],
    ['Units', 'Amounts are US dollars. Dates and times are in UTC. Hours are decimal: 7.50 is 7:30 in the portal.'],
    ['Made', time],
    ['Report-Version', version],
  ];
  const texts = rows.map(([, text]) => (text ?? '').slice(0, longest).toWellFormed());
  const escaped = await run(
    `select ${cellText(sql`text`)} from unnest($1::text[]) with ordinality t (text, position) order by position`,
    [texts],
  );
  return rows.map(([name, , isInHead = false], index) => ({ name, value: String(escaped[index]?.[0]), isInHead }));
}

/** What the file says of a filter. */
function aboutFilter(
  name: string,
  { kind }: Filter,
  given: string[],
  names: string | null | undefined,
): [string, string, boolean?][] {
  const isGiven = given.length > 0;
  switch (kind) {
    case 'ids':
      return [[nameInWords(name).replace(/ ids$/, 's'), isGiven ? (names ?? 'none of this company') : 'all', isGiven]];
    case 'statuses': {
      const rows =
        !isGiven || given.includes('deleted')
          ? 'Rows, totals and sums of this file have deleted payments.'
          : 'This file has none.';
      return [
        ['Status', isGiven ? given.join(', ') : 'all', isGiven],
        ['Deleted', `A deleted payment is no longer due, and stays in the report. ${rows}`],
      ];
    }
    case 'amount':
      return [[nameInWords(name), given[0] ?? 'any', isGiven]];
    default:
      return kind satisfies never;
  }
}

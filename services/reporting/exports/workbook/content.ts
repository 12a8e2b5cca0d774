import type pg from 'pg';
import { valuesGiven } from '../../../../proto/report.ts';
import type { Filter, ListFilter } from '../../../../proto/report.ts';
import type { CopyInSnapshot, RunInSnapshot, RunPrepared } from '../../../../runtime/postgres/snapshot.ts';
import type { ChooseWay } from '../../answers/choose-way.ts';
import { positionOf } from '../../answers/position.ts';
import { orderOf, valuesFor } from '../../answers/report.ts';
import type { Order, PageRow, Report } from '../../answers/report.ts';
import type { ChooseTotals } from '../../answers/totals.ts';
import { reportNamed } from '../../reports.ts';
import type { Reports } from '../../reports.ts';
import { sql, statement, valuesOf, withValues } from '../../sql/statement.ts';
import { linesIn } from '../copied.ts';
import type { FileRequest } from '../file-headers.ts';
import { nameInWords, sheetRow, xmlText } from './columns.ts';
import type { WorkbookContent } from './write-workbook.ts';

type Snapshot = { run: RunInSnapshot; runPrepared: RunPrepared; copy: CopyInSnapshot };

/** Reads, in the snapshot of the rows, what else a workbook has. */
export type ReadContent = (
  snapshot: Snapshot,
  of: Pick<PageRow, 'totalCount' | 'statistics'> & { version: string },
) => Promise<WorkbookContent>;

/** Chooses how the sums of a workbook are read. */
export function createWorkbooks(reports: Reports, chooseWay: ChooseWay, chooseTotals: ChooseTotals) {
  return async (report: Report, request: FileRequest, pool: pg.Pool, signal: AbortSignal): Promise<ReadContent> => {
    const { definition } = report;
    const order: Order = { ...orderOf(report, request), sortField: 'groupBy', direction: 'asc' };
    const values = valuesFor(report, request);
    const groups = definition.groups ? [] : (definition.sums?.groups.filter((group) => group !== 'contract') ?? []);
    const sums = await Promise.all(
      groups.map(async (group) => {
        const summary = reportNamed(reports, report.name, [group]);
        const requested = { ...values, ...positionOf({ page: 1, itemsPerPage: 1 }) };
        const { way } = await chooseWay(summary, order, requested, pool, signal);
        return {
          title: `By ${group}`,
          summary,
          query: withValues(summary.rowsStatement(order, sheetRow, way), values),
        };
      }),
    );
    const [first] = sums;
    const readTotals = first && (await chooseTotals(first.summary, order, values, pool, signal));
    return async ({ run, runPrepared, copy }, totals) => ({
      statistics: (readTotals ? await readTotals(runPrepared) : totals).statistics,
      sums: sums.map(({ title, summary, query }) => ({
        title,
        definition: summary.definition,
        lines: () => linesIn(copy(query), undefined),
      })),
      title: definition.summary,
      about: await readAbout(report, request, run, totals),
    });
  };
}

/** SQL: the names of the ids that the company has. */
const namesOf: Record<(ListFilter & { kind: 'ids' })['list'], (ids: string) => string> = {
  teams: (ids) =>
    `select string_agg(name, ', ' order by name) from reporting.teams where company_id = :companyId and id = any (${ids})`,
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
): Promise<[string, string][]> {
  const { definition } = report;
  const { fromDate, toDate } = request;
  const filters = Object.entries<Filter>(definition.filters);
  const names = filters.map(([name, filter]) =>
    filter.kind === 'ids' ? `(${namesOf[filter.list](`:${name}`)})` : 'null',
  );
  const about = statement(
    'about-file',
    sql`
      select (select name from reporting.companies where id = :companyId),
        to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), ${names.join(', ')}`,
  );
  const [read = []] = await run(about.text, valuesOf(about, report.filterValues(request)));
  const [company, time, ...namesRead] = read as (string | null)[];
  const rows: [string, string | null | undefined][] = [
    ['Company', company],
    ['Report', definition.summary],
    ['Period', `${fromDate} to ${toDate}, both included`],
    ...filters.flatMap(([name, filter], index) =>
      aboutFilter(name, filter, valuesGiven(request.filters, name), namesRead[index]),
    ),
  ];
  rows.push(
    ['Rows', String(totalCount)],
    ['Units', 'Amounts are US dollars. Dates and times are in UTC. Hours are decimal: 7.50 is 7:30 in the portal.'],
    ['Made', time],
    ['Report-Version', version],
  );
  const texts = rows.map(([, text]) => (text ?? '').slice(0, longest).toWellFormed());
  const escaped = await run(
    `select ${xmlText('text')} from unnest($1::text[]) with ordinality t (text, position) order by position`,
    [texts],
  );
  return rows.map(([name], index) => [name, String(escaped[index]?.[0])]);
}

/** What the file says of a filter. */
function aboutFilter(
  name: string,
  { kind }: Filter,
  given: string[],
  names: string | null | undefined,
): [string, string][] {
  const isGiven = given.length > 0;
  switch (kind) {
    case 'ids':
      return [[nameInWords(name).replace(/ ids$/, 's'), isGiven ? (names ?? 'none of this company') : 'all']];
    case 'statuses': {
      const rows =
        !isGiven || given.includes('deleted')
          ? 'Rows, totals and sums of this file have deleted payments.'
          : 'This file has none.';
      return [
        ['Status', isGiven ? given.join(', ') : 'all'],
        ['Deleted', `A deleted payment is no longer due, and stays in the report. ${rows}`],
      ];
    }
    case 'amount':
      return [[nameInWords(name), given[0] ?? 'any']];
    default:
      return kind satisfies never;
  }
}

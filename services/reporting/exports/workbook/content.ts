import { validationError } from '../../../../proto/errors.ts';
import type { Filters, ListFilter } from '../../../../proto/report.ts';
import type { CopyInSnapshot, RunInSnapshot, RunPrepared } from '../../../../runtime/postgres/snapshot.ts';
import { readTotals } from '../../answers/report.ts';
import type { Order, Query, Report, Totals } from '../../answers/report.ts';
import { reportNamed } from '../../reports.ts';
import type { Reports } from '../../reports.ts';
import { identifier, joined, sql, statement, valuesOf, withValues } from '../../sql/statement.ts';
import { linesIn } from '../copied.ts';
import { cellText } from './cells.ts';
import { nameInWords, sheetRow, shownColumnsOf } from './columns.ts';
import type { WorkbookContent } from './write-workbook.ts';
import type { Sql } from '../../sql/statement.ts';

type Snapshot = { run: RunInSnapshot; runPrepared: RunPrepared; copy: CopyInSnapshot };

/** Reads, in the snapshot of the rows, what else a workbook has. */
export function createWorkbooks(reports: Reports) {
  return async (query: Query, { run, runPrepared, copy }: Snapshot, totals: Totals): Promise<WorkbookContent> => {
    const { report, values } = query;
    const { definition } = report;
    if (totals.totalCount > rowsAtMost) {
      const message = `a workbook holds ${rowsAtMost.toLocaleString('en')} rows at most. Take another format, or a shorter range`;
      throw validationError({ Accept: { message } });
    }
    const order: Order = { ...query.order, sortField: 'groupBy', direction: 'asc' };
    const groups = definition.groups ? [] : (definition.sums?.groups.filter((group) => group !== 'contract') ?? []);
    const summaries = groups.map((group) => ({ group, summary: reportNamed(reports, report.name, [group]) }));
    const [first] = summaries;
    const { statistics } = first ? await readTotals({ ...query, report: first.summary }, runPrepared) : totals;
    const sums = summaries.map(({ group, summary }) => {
      // As the screen has them: the largest first, but for months and statuses.
      const largest = Object.keys(summary.definition.statistics).at(-1) ?? '';
      const sorted: Order =
        group === 'month' || group === 'status' ? order : { ...order, sortField: largest, direction: 'desc' };
      const sorting = withValues(summary.rowsStatement(sorted, sheetRow(shownColumnsOf)), values);
      return { title: `By ${group}`, fields: summary.definition.fields, lines: () => linesIn(copy(sorting)) };
    });
    const period = `${values.fromDate} to ${values.toDate}`;
    const about = await readAbout(query, period, run, totals);
    return { title: titleOf(report), period, statistics, sums, about };
  };
}

/** What a sheet holds, without the heading and the totals. */
const rowsAtMost = 1_048_574;

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
  { report, given, values }: Query,
  period: string,
  run: RunInSnapshot,
  { totalCount, version }: Totals,
): Promise<WorkbookContent['about']> {
  const filters: Filters = report.definition.filters;
  const names = given.map(({ name }) => {
    const filter = filters[name];
    return filter?.kind === 'ids' ? sql`(${namesOf[filter.list](sql`:${identifier(name)}`)})` : sql`null`;
  });
  const about = statement(
    'about-file',
    sql`
      select (select name from reporting.companies where id = :companyId),
        to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), array[${joined(names)}]::text[]`,
  );
  const [read = []] = await run(about.text, valuesOf(about, values));
  const [company, time, namesRead] = read as [string | null, string, (string | null)[]];
  const rows: [name: string, text: string | null, isInHead?: boolean][] = [
    ['Company', company, true],
    ['Report', titleOf(report)],
    ['Period', `${period}, both included`, true],
    ...given.map(({ name, values }, index): [string, string, boolean] => {
      return [nameInWords(name).replace(/ ids$/, 's'), namesRead[index] ?? values.join(', '), true];
    }),
    ['Totals', report.definition.statisticsDescription],
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

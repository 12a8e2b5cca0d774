import type { Order, Report } from '../services/reporting/answers/report.ts';
import { reports } from '../services/reporting/reports.ts';
import type { Reports } from '../services/reporting/reports.ts';
import type { Filter, Group } from '../proto/report.ts';
import { changedRows } from '../services/reporting/answers/changed-rows.ts';
import { formats } from '../services/reporting/exports/formats/formats.ts';
import { changesLog } from '../services/reporting/changes/log.ts';
import { namesStatements } from '../services/reporting/names/names.ts';
import { cachedPageStatement, pageStatement, totalsStatement } from '../services/reporting/sql/page.ts';
import { currentVersion } from '../services/reporting/sql/version.ts';

/** The SQL of every statement that reporting sends for a report, by the name of its file in docs/sql. */
export function sqlFiles(): Record<string, string> {
  const files: Record<string, Written[]> = {
    'data-version.sql': [{ name: 'data-version', text: currentVersion }],
    'changes-log.sql': [{ name: 'changes-log', text: changesLog }],
    ...Object.fromEntries(all.flatMap((report) => Object.entries(filesOf(report)))),
    ...Object.fromEntries(
      all.flatMap(({ rows, sums }) => (sums ? [[`${rows.name}-summary.sql`, summaryStatements(sums)]] : [])),
    ),
  };
  const firstIn = new Map<string, string>();
  return Object.fromEntries(Object.entries(files).map(([file, written]) => [file, textOf(written, firstIn)]));
}

const all: Reports[string][] = Object.values(reports);

const shownFilters = [[], ['teamIds']];

/** None, each and all that a statement depends on. */
function filtersOf({ definition }: Report): string[][] {
  const names = Object.entries<Filter>(definition.filters).flatMap(([name, { kind }]) =>
    kind === 'statuses' ? [] : name,
  );
  // Sums differ by the same conditions as their report.
  return definition.groups ? [[], names] : [[], ...names.map((name) => [name]), names];
}

const shownGroups: Group[][] = [['month'], ['month', 'contract']];

/** Each statement that may be sent. Another direction differs by a word, and is left out. */
export function sentStatements(): Written[] {
  const summed = all.flatMap(({ rows, sums }) => {
    const { groups } = rows.definition.sums ?? { groups: [] };
    const pairs = groups.flatMap((one) => groups.filter((other) => other !== one).map((other) => [one, other]));
    return [...groups.map((group) => [group]), ...pairs].flatMap((by) => sums?.(by) ?? []);
  });
  return [
    { name: 'changes-log', text: changesLog },
    ...Object.values(namesStatements).flatMap((sent) => [sent.page, sent.cachedPage]),
    ...[...all.map(({ rows }) => rows), ...summed].flatMap((report) => [
      ...totalsIn(report, filtersOf(report)),
      { name: `${report.name}-cached-page`, text: cachedPageStatement(report.results) },
      ...ordersOf(report, filtersOf(report)).flatMap((order) => [pageOf(report, order), ...filesIn(report, order)]),
    ]),
    ...all.flatMap((parts) => changesOf(parts, filtersOf(parts.rows))),
  ];
}

/** Statements for other filters differ by a condition, those in the other direction by `desc`. */
function filesOf(parts: Reports[string]): Record<string, Written[]> {
  const report = parts.rows;
  const { name, definition } = report;
  const ofFewContracts: Order = {
    sortField: definition.defaultSortField,
    direction: 'asc',
    filters: ['contractorIds'],
  };
  return {
    [`${name}.sql`]: [
      ...totalsIn(report),
      { name: `${name}-cached-page`, text: cachedPageStatement(report.results) },
      ...[...ordersOf(report), ofFewContracts].map((order) => pageOf(report, order)),
    ],
    ...(parts.changes && { [`${name}-changes.sql`]: changesOf(parts) }),
    // The formats differ by their cells, which are the same in any order.
    [`${name}-export.sql`]: ordersOf(report).flatMap((order, index) =>
      filesIn(report, order).slice(0, index === 0 ? undefined : 1),
    ),
  };
}

function changesOf({ rows, changes }: Reports[string], filters: string[][] = shownFilters): Written[] {
  if (!changes) return [];
  return filters.flatMap((given) =>
    (['all', 'touched'] as const).map((of) => ({
      name: [rows.name, 'changes', of, ...given].join('-'),
      text: changedRows(changes, { of, filters: given }),
    })),
  );
}

/** Sums by some groups in their order, and the sums of a file. */
function summaryStatements(summaryOf: (groups: Group[]) => Report): Written[] {
  return shownGroups.map(summaryOf).flatMap((report) => {
    const byGroups = ordersOf(report).filter(({ sortField }) => sortField === 'groupBy');
    return byGroups.flatMap((order) => {
      return [pageOf(report, order), ...filesIn(report, order).slice(0, 1)];
    });
  });
}

function ordersOf({ definition }: Report, filters: string[][] = shownFilters): Order[] {
  return filters.flatMap((given) =>
    definition.sortFields.map((sortField): Order => ({ sortField, direction: 'asc', filters: given })),
  );
}

function nameOf({ name }: Report, { sortField, filters: given }: Order): string {
  const parts = [name.replaceAll(/[ ,]/g, '-'), sortField === 'groupBy' ? [] : sortField];
  return [...parts, given.length > 0 ? given.join('-') : []].flat().join('-');
}

function pageOf(report: Report, order: Order): Written {
  return { name: nameOf(report, order), text: pageStatement(report.page(order), report.results) };
}

/** Its rows in each format, CSV first. */
function filesIn(report: Report, order: Order): Written[] {
  return Object.entries(formats).map(([format, { row }]) => ({
    name: `${nameOf(report, order)}-${format}`,
    text: report.rowsStatement(order, row),
  }));
}

function totalsIn(report: Report, filters: string[][] = shownFilters): Written[] {
  const { defaultSortField: sortField, defaultSortOrder: direction } = report.definition;
  return filters.map((given) => ({
    name: [report.name.replaceAll(/[ ,]/g, '-'), 'totals', ...given].join('-'),
    text: totalsStatement(report.page({ sortField, direction, filters: given })),
  }));
}

type Written = { name: string; text: string };

/** CTEs and other parts that stand in a statement before are not written out again. */
function textOf(written: Written[], firstIn: Map<string, string>): string {
  return written
    .map(({ name, text }) => {
      const lines: string[] = [];
      for (const part of `${text};`.split(
        /\n(?=\w+ as materialized \(|select |select$|from \(|join lateral|cross join lateral|order by )/,
      )) {
        const first = firstIn.get(part);
        firstIn.set(part, first ?? name);
        if (first === undefined || !part.includes('\n')) lines.push(part);
        else lines.push(`-- ${part.slice(0, part.search(/ as (not )?materialized|\n/))}: as in ${first}`);
      }
      return [`-- ${name}`, ...lines, ''].join('\n');
    })
    .join('\n');
}

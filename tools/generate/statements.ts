import { changedRows } from '../../services/reporting/answers/changed-rows.ts';
import type { Order, Report } from '../../services/reporting/answers/report.ts';
import { changesLog } from '../../services/reporting/changes/log.ts';
import { formats } from '../../services/reporting/exports/formats/formats.ts';
import { namesStatements } from '../../services/reporting/names/names.ts';
import { reports } from '../../services/reporting/reports.ts';
import type { Reports } from '../../services/reporting/reports.ts';
import {
  cachedPageStatement,
  currentStripes,
  pageStatement,
  totalsStatement,
} from '../../services/reporting/sql/page.ts';

type Statement = { name: string; text: string };

const all: Reports[string][] = Object.values(reports);

/** The texts of docs/sql by file. Statements for other filters differ by a condition, those for other groups by columns. */
export function sqlFiles(): Record<string, string> {
  const files = all.flatMap((parts) => {
    const { rows, sums } = parts;
    const { defaultSortField: sortField } = rows.definition;
    const filtered: Order = { sortField, direction: 'asc', filters: ['contractorIds', 'teamIds'] };
    const byMonth = sums?.(['month', 'contract']);
    return [
      [rows.name, [...pagesOf(rows, [...ordersOf(rows, [[]]), filtered]), ...totalsOf(rows, [[]])]],
      [`${rows.name}-export`, filesOf(rows, [{ ...filtered, filters: [] }])],
      [`${rows.name}-changes`, changesOf(parts, [[]])],
      [`${rows.name}-summary`, byMonth ? pagesOf(byMonth, ordersOf(byMonth, [[]]).slice(0, 1)) : []],
    ] as [string, Statement[]][];
  });
  return {
    'stripes.sql': `${currentStripes};\n`,
    'changes-log.sql': `${changesLog};\n`,
    ...Object.fromEntries(
      // A report may have no changes or sums.
      files
        .filter(([, found]) => found.length > 0)
        .map(([name, found]) => [
          `${name}.sql`,
          unlike(found)
            .map((statement) => `-- ${statement.name}\n${statement.text};\n`)
            .join('\n'),
        ]),
    ),
  };
}

/** Without those that have but a few lines which an earlier one lacks, as another order by a sum has. */
function unlike(statements: Statement[]): Statement[] {
  const shown: Set<string>[] = [];
  return statements.filter(({ text }) => {
    const lines = text.split('\n');
    if (shown.some((other) => lines.filter((line) => !other.has(line)).length <= fewLines)) return false;
    shown.push(new Set(lines));
    return true;
  });
}

const fewLines = 14;

/** Each statement that may be sent. Another direction differs by a word, and is left out. */
export function sentStatements(): Statement[] {
  const summed = all.flatMap(({ rows, sums }) => {
    const { groups } = rows.definition.sums ?? { groups: [] };
    const pairs = groups.flatMap((one) => groups.filter((other) => other !== one).map((other) => [one, other]));
    return [...groups.map((group) => [group]), ...pairs].flatMap((by) => sums?.(by) ?? []);
  });
  return [
    { name: 'changes-log', text: changesLog },
    ...Object.values(namesStatements).flatMap((sent) => [sent.page, sent.cachedPage]),
    ...[...all.map(({ rows }) => rows), ...summed].flatMap((report) => {
      const filters = filtersOf(report);
      const orders = ordersOf(report, filters);
      return [...totalsOf(report, filters), ...pagesOf(report, orders), ...filesOf(report, orders)];
    }),
    ...all.flatMap((parts) => changesOf(parts, filtersOf(parts.rows))),
  ];
}

/** None, each and all that a statement depends on. */
function filtersOf({ definition, filters }: Report): string[][] {
  const names = Object.keys(filters).filter((name) => filters[name] !== 'in each statement');
  // Sums differ by the same conditions as their report.
  return definition.groups ? [[], names] : [[], ...names.map((name) => [name]), names];
}

function ordersOf({ definition }: Report, filters: string[][]): Order[] {
  return filters.flatMap((given) =>
    definition.sortFields.map((sortField): Order => ({ sortField, direction: 'asc', filters: given })),
  );
}

function pagesOf(report: Report, orders: Order[]): Statement[] {
  const cached = { name: nameOf(report, 'cached-page'), text: cachedPageStatement(report.results) };
  const pages = orders.map((order) => ({
    name: nameOf(report, order.sortField, ...order.filters),
    text: pageStatement(report.page(order), report.results),
  }));
  return [...pages, cached];
}

function totalsOf(report: Report, filters: string[][]): Statement[] {
  const { defaultSortField: sortField, defaultSortOrder: direction } = report.definition;
  return filters.map((given) => ({
    name: nameOf(report, 'totals', ...given),
    text: totalsStatement(report.page({ sortField, direction, filters: given })),
  }));
}

function filesOf(report: Report, orders: Order[]): Statement[] {
  return orders.flatMap((order) =>
    Object.entries(formats).map(([format, { row }]) => ({
      name: nameOf(report, order.sortField, ...order.filters, format),
      text: report.rowsStatement(order, row),
    })),
  );
}

function changesOf({ rows, changes }: Reports[string], filters: string[][]): Statement[] {
  if (!changes) return [];
  return filters.flatMap((given) =>
    (['all', 'touched'] as const).map((chosen) => ({
      name: nameOf(rows, 'changes', chosen, ...given),
      text: changedRows(changes, { rows: chosen, filters: given }),
    })),
  );
}

function nameOf({ name }: Report, ...parts: string[]): string {
  return [name.replaceAll(/[ ,]/g, '-'), ...parts].join('-');
}

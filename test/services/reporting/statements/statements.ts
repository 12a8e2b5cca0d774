import { currentVersion } from '../../../../services/reporting/reports/data-version.ts';
import { statementName } from '../../../../services/reporting/reports/report.ts';
import type { Order, Report } from '../../../../services/reporting/reports/report.ts';
import { scheduledPayments } from '../../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../../services/reporting/timesheets/timesheets.ts';

/** The SQL of every statement that reporting sends for a report, by the name of its file in docs/sql. */
export function sqlFiles(): Record<string, string> {
  return {
    'data-version.sql': `-- data-version\n${currentVersion};\n`,
    ...filesOf(scheduledPayments),
    ...filesOf(timesheets),
  };
}

function filesOf(report: Report): Record<string, string> {
  const counts = [false, true].map((filtered): Written => {
    return {
      name: `${report.definition.name}-count${filtered ? '-filtered' : ''}`,
      text: report.countStatement(filtered),
    };
  });
  const rows = statements(report, (order) => report.rowsStatement(order));
  return {
    [`${report.definition.name}.sql`]: fileOf(statements(report, (order) => report.pageStatement(order))),
    [`${report.definition.name}-export.sql`]: fileOf([...counts, ...rows]),
  };
}

type Written = { name: string; text: string; about?: string };

/** Each part of a statement is written out once; where it stands again, it is said where. */
function fileOf(written: Written[]): string {
  const firstIn = new Map<string, string>();
  return written
    .map(({ name, text, about }) => {
      const parts = `${text};`.split(/\n(?=\w+ as materialized \(|select$)/).map((part) => {
        const first = firstIn.get(part);
        firstIn.set(part, first ?? name);
        const lines = part.split('\n');
        if (first === undefined || lines.length < 6) return part;
        return [lines[0], `  -- as in ${first}`, ...((lines.at(-1) ?? '').startsWith(')') ? lines.slice(-1) : [])].join(
          '\n',
        );
      });
      return [`-- ${name}`, ...(about === undefined ? [] : [`-- ${about}`]), ...parts, ''].join('\n');
    })
    .join('\n');
}

/** Descending statements are written out where they differ by more than the direction. */
function statements(report: Report, textOf: (order: Order) => string): Written[] {
  return report.definition.sortFields.flatMap((sortField) =>
    [false, true].flatMap((filtered) => {
      const [up, down] = [
        { sortField, filtered, direction: 'asc' as const },
        { sortField, filtered, direction: 'desc' as const },
      ];
      const [name, text] = [statementName(report, up), textOf(up)];
      const [otherName, other] = [statementName(report, down), textOf(down)];
      return other.replaceAll(' desc', ' asc') === text
        ? [{ name, text, about: `${otherName}, with desc for asc` }]
        : [
            { name, text },
            { name: otherName, text: other },
          ];
    }),
  );
}

import { currentVersion } from '../../../services/reporting/reports/data-version.ts';
import { statementName } from '../../../services/reporting/reports/report.ts';
import type { Order, Report } from '../../../services/reporting/reports/report.ts';
import { scheduledPayments } from '../../../services/reporting/reports/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/reports/timesheets.ts';

/** The SQL of every statement that reporting sends for a report, by the name of its file in docs/sql. */
export function sqlFiles(): Record<string, string> {
  return {
    'data-version.sql': `-- data-version\n${currentVersion};\n`,
    ...filesOf(scheduledPayments),
    ...filesOf(timesheets),
  };
}

function filesOf<SortField extends string>(report: Report<SortField>): Record<string, string> {
  const counts = [false, true].map((filtered) => {
    return `-- ${report.definition.name}-count${filtered ? '-filtered' : ''}\n${report.countStatement(filtered)};\n`;
  });
  const rows = statements(report, (order) => report.rowsStatement(order));
  return {
    [`${report.definition.name}.sql`]: statements(report, (order) => report.pageStatement(order)).join('\n'),
    [`${report.definition.name}-export.sql`]: [...counts, ...rows].join('\n'),
  };
}

/** Descending statements are written out where they differ by more than the direction. */
function statements<SortField extends string>(
  report: Report<SortField>,
  textOf: (order: Order<SortField>) => string,
): string[] {
  return report.definition.sortFields.flatMap((sortField) =>
    [false, true].map((filtered) => {
      const [up, down] = [
        { sortField, filtered, direction: 'asc' as const },
        { sortField, filtered, direction: 'desc' as const },
      ];
      const [name, text] = [statementName(report, up), textOf(up)];
      const [otherName, other] = [statementName(report, down), textOf(down)];
      if (other.replaceAll(' desc', ' asc') === text) {
        return `-- ${name}\n-- ${otherName}, with desc for asc\n${text};\n`;
      }
      return `-- ${name}\n${text};\n\n-- ${otherName}\n${other};\n`;
    }),
  );
}

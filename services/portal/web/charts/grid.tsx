import type { ComponentChildren } from 'preact';
import { monthsOf } from '../api/dates.ts';
import type { Grouped } from '../api/reports.ts';
import type { Answer } from '../api/use-report.ts';
import { hours, money, month } from '../parts/formats.ts';
import { addressOfOne } from '../api/address.ts';
import { FiguresTable } from './figures-table.tsx';

type GridProps = { title: string; answer: Answer; children: ComponentChildren };
type Row = Grouped & { statistics: { trackedMinutes: number } | Record<string, number> };

/** The sums by team and month as a table, with totals in both directions. */
export function Grid({ title, answer, children }: GridProps) {
  const { query, groups, totals } = answer;
  const field =
    query.report === 'timesheets'
      ? 'trackedMinutes'
      : query.measure === 'paid'
        ? 'totalScheduledPaymentsPaidAmount'
        : 'totalScheduledPaymentsAmount';
  const valueOf = ({ statistics }: { statistics: object }) => (statistics as Record<string, number>)[field] ?? 0;
  const format = query.report === 'timesheets' ? hours : money;
  const rows = groups.results as Row[];
  const sumOf = (of: (row: Row) => boolean) => format(sum(rows.filter(of).map(valueOf)));
  const teams = [...new Map(rows.map(({ team }) => [team?._id, team])).values()].sort((a, b) =>
    (a?.name ?? '￿').localeCompare(b?.name ?? '￿'),
  );
  const months = monthsOf(query).filter((of) => rows.some(({ month }) => month === of));
  return (
    <section class="chart" aria-label={title}>
      <div class="row controls">{children}</div>
      <FiguresTable
        title={title}
        heads={[...months.map(month), 'Total']}
        rows={teams.map((team) => {
          const ofTeam = (row: Row) => row.team?._id === team?._id;
          const sums = months.map((of) => sumOf((row) => ofTeam(row) && row.month === of));
          const name = team ? (
            <a href={addressOfOne('teamIds', team._id)}>
              <bdi>{team.name}</bdi>
            </a>
          ) : (
            'No team'
          );
          return { name, cells: [...sums, sumOf(ofTeam)] };
        })}
        total={[...months.map((of) => sumOf((row) => row.month === of)), format(valueOf({ statistics: totals }))]}
      />
    </section>
  );
}

/** To the cent. */
const sum = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100;

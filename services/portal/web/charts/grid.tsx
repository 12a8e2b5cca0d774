import type { ComponentChildren } from 'preact';
import { monthsOf } from '../api/dates.ts';
import type { Grouped } from '../api/reports.ts';
import type { Answer } from '../api/use-report.ts';
import { hours, money, month } from '../parts/formats.ts';
import { addressOfOne } from '../api/address.ts';

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
      <div class="scroll" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
        <table class="grid">
          <thead>
            <tr>
              <td />
              {months.map((of) => (
                <th key={of} scope="col" class="number">
                  {month(of)}
                </th>
              ))}
              <th scope="col" class="number">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {teams.map((team) => (
              <tr key={team?._id}>
                <th scope="row">
                  {team ? (
                    <a href={addressOfOne('teamIds', team._id)}>
                      <bdi>{team.name}</bdi>
                    </a>
                  ) : (
                    'No team'
                  )}
                </th>
                {months.map((of) => (
                  <td key={of} class="number">
                    {sumOf((row) => row.team?._id === team?._id && row.month === of)}
                  </td>
                ))}
                <td class="number total">{sumOf((row) => row.team?._id === team?._id)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {months.map((of) => (
                <td key={of} class="number">
                  {sumOf((row) => row.month === of)}
                </td>
              ))}
              <td class="number">{format(valueOf({ statistics: totals }))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

/** To the cent. */
const sum = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100;

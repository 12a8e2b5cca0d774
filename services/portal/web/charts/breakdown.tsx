import type { ComponentChildren } from 'preact';
import { addressOfOne, measurable } from '../api/address.ts';
import type { Change } from '../api/address.ts';
import { monthsOf, monthWithin } from '../api/dates.ts';
import { exportPathOfSums, groups, measures } from '../api/reports.ts';
import type { Group, GroupBy, Measure, ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Export } from '../parts/export.tsx';
import { compactMoney, hours, month, number, personName, toneOf } from '../parts/formats.ts';
import { Switch } from '../parts/switch.tsx';
import { Bars } from './bars.tsx';
import type { Label } from './bars.tsx';
import { columnsOf, measuredBy, measureName } from './figures.ts';

const groupNames: Record<GroupBy, string> = {
  month: 'Month',
  team: 'Team',
  contractor: 'Contractor',
  contract: 'Contract',
  'team-month': 'Team and month',
};
const measureNames: Record<Measure, string> = {
  paid: 'Paid',
  scheduled: 'Scheduled',
  entry: 'Timer and manual',
  billing: 'Billing',
};

type BreakdownProps = {
  session: Session;
  answer: Answer;
  /** Asked for last: the answer may still be to the one before. */
  query: ReportQuery;
  change: Change;
};

/** The sums of the report by month, team, contractor or contract: drawn, as a table with its totals, and as a file. */
export function Breakdown({ session, answer, query, change }: BreakdownProps) {
  const what = measureName(answer.query);
  const title = `${what} by ${groupNames[answer.query.by].toLowerCase()}`;
  return (
    <section class="chart" aria-label={title}>
      <div class="row controls">
        <h2>{what} by</h2>
        <Switch
          label={`${what} by`}
          names={groups}
          chosen={query.by}
          choose={(by) => change({ by, page: query.page })}
          titleOf={(name) => groupNames[name]}
        />
        {measurable(query).measure === query.measure && (
          <Switch
            label="Measure"
            names={measures[query.report]}
            chosen={query.measure}
            choose={(measure) => change({ measure, page: query.page })}
            titleOf={(name) => measureNames[name]}
          />
        )}
        <Export title="Download totals" session={session} path={exportPathOfSums(query)} />
      </div>
      {answer.query.by === 'team-month' ? (
        <Grid title={title} answer={answer} />
      ) : (
        <Chart title={title} answer={answer} change={change} />
      )}
    </section>
  );
}

/** Stacked bars, and below them the same figures as a table with totals. */
function Chart({ title, answer, change }: Omit<BreakdownProps, 'session' | 'query'> & { title: string }) {
  const { query, groups } = answer;
  const { drawn, whole, then, columns, others } = columnsOf(answer);
  const labels = labelsOf(query, groups.results, change);
  const lying = query.by !== 'month';
  const rows = [
    ...labels.map(({ name }, index) => [lying && `${index + 1}. `, <bdi>{name}</bdi>]),
    ...(others > 0 ? [`${number(others)} others`] : []),
  ];
  const legend = [
    ...(drawn.length > 1 ? drawn : []),
    ...(then?.values.some((value) => value !== 0) ? [{ name: then.name, tone: undefined }] : []),
  ];
  return (
    <>
      <ul class="row fine legend" aria-hidden="true">
        {legend.map(({ name, tone }) => (
          <li key={name} class={tone ? 'status' : 'status before'} style={tone && toneOf(tone)}>
            {name}
          </li>
        ))}
      </ul>
      <div role="group" aria-label={`${title}. The same figures are in the table below.`}>
        <Bars
          labels={labels}
          parts={drawn}
          before={then?.values.slice(0, labels.length)}
          lying={lying}
          format={whole.format}
          short={query.report === 'payments' ? compactMoney : hours}
        />
      </div>
      {others > 0 && (
        <p class="fine">
          Top {labels.length} of {number(labels.length + others)}. The others: {whole.format(whole.values.at(-1) ?? 0)}.
          Download totals for all.
        </p>
      )}
      <details>
        <summary>Show figures</summary>
        <Figures
          title={title}
          heads={columns.map(({ name }) => name)}
          rows={[
            ...rows.map((name, row) => ({
              name,
              cells: columns.map(({ values, format }) => format(values[row] ?? 0)),
            })),
            { name: 'Total', cells: columns.map(({ total, format }) => format(total)) },
          ]}
        />
      </details>
    </>
  );
}

/** The sums by team and month as a table, with totals in both directions. */
function Grid({ title, answer }: { title: string; answer: Answer }) {
  const { query, groups, totals } = answer;
  const { main } = measuredBy(answer);
  const rows = groups.results;
  type Row = (typeof rows)[number];
  /** To the cent. */
  const sumOf = (matches: (row: Row) => boolean) => {
    const sum = rows.filter(matches).reduce((sum, { statistics }) => sum + main.of(statistics), 0);
    return main.format(Math.round(sum * 100) / 100);
  };
  const teams = [...new Map(rows.map(({ team }) => [team?._id, team])).values()].sort((a, b) =>
    (a?.name ?? '￿').localeCompare(b?.name ?? '￿'),
  );
  const months = monthsOf(query).filter((of) => rows.some(({ month }) => month === of));
  const cellsOf = (matches: (row: Row) => boolean) =>
    months.map((of) => sumOf((row) => row.month === of && matches(row)));
  return (
    <Figures
      title={title}
      heads={[...months.map(month), 'Total']}
      rows={[
        ...teams.map((team) => {
          const ofTeam = (row: Row) => row.team?._id === team?._id;
          const name = team ? <a href={addressOfOne('teamIds', team._id)}>{team.name}</a> : 'No team';
          return { name: <bdi>{name}</bdi>, cells: [...cellsOf(ofTeam), sumOf(ofTeam)] };
        }),
        { name: 'Total', cells: [...cellsOf(() => true), main.format(main.of(totals))] },
      ]}
    />
  );
}

type FiguresProps = {
  title: string;
  heads: string[];
  /** A row has a cell for each head. */
  rows: { name: ComponentChildren; cells: string[] }[];
};

function Figures({ title, heads, rows }: FiguresProps) {
  return (
    <div class="scroll" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
      <table class="grid">
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col" class="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }, row) => (
            <tr key={row}>
              <th scope="row">
                <span class="text">{name}</span>
              </th>
              {cells.map((cell, index) => (
                <td key={index} class="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A click on a month shows its teams, on a team its contractors, on a contractor or a contract the contractor's months. */
function labelsOf(query: ReportQuery, rows: Group[], change: Change): Label[] {
  return rows.map(({ month: of = '', team, contract, contractor = contract?.contractor }) => {
    if (query.by === 'month') {
      return { name: month(of), show: () => change({ ...monthWithin(of, query), by: 'team' }) };
    }
    if (contractor) {
      const id = contractor._id;
      return {
        name: `${contract ? `${contract.title}, ` : ''}${personName(contractor)}`,
        href: addressOfOne('contractorIds', id),
        show: () => change({ contractorIds: [id], by: 'month' }),
      };
    }
    if (!team) return { name: 'No team' };
    const { _id: id, name } = team;
    return { name, href: addressOfOne('teamIds', id), show: () => change({ teamIds: [id], by: 'contractor' }) };
  });
}

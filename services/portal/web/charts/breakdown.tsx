import type { ComponentChildren } from 'preact';
import { addressOfOne, measurable } from '../api/address.ts';
import type { Change } from '../api/address.ts';
import { monthsOf, monthWithin } from '../api/dates.ts';
import { exportPathOfSums, groupNames, measureNames } from '../api/reports.ts';
import type { Group, ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Answer } from '../api/use-report.ts';
import { Export } from '../parts/export.tsx';
import { compactMoney, hours, month, number, personName, toneOf } from '../parts/formats.ts';
import { Switch } from '../parts/switch.tsx';
import { Table } from '../parts/table.tsx';
import { Bars } from './bars.tsx';
import type { Label } from './bars.tsx';
import { columnsOf, measuredBy, measureName } from './figures.ts';

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
          names={groupNames}
          chosen={query.by}
          choose={(by) => change({ by, page: query.page })}
        />
        {measurable(query).measure === query.measure && (
          <Switch
            label="Measure"
            names={measureNames[query.report]}
            chosen={query.measure}
            choose={(measure) => change({ measure, page: query.page })}
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
  const names = [
    ...labels.map(({ name }, index) => [lying && `${index + 1}. `, <bdi>{name}</bdi>]),
    ...(others > 0 ? [`${number(others)} others`] : []),
    'Total',
  ];
  const before = then?.values.slice(0, labels.length);
  return (
    <>
      <ul class="row fine legend" aria-hidden="true">
        {drawn.length > 1 &&
          drawn.map(({ name, tone }) => (
            <li key={name} class="status" style={tone && toneOf(tone)}>
              {name}
            </li>
          ))}
        {before?.some((value) => value !== 0) && <li class="status before">{then?.name}</li>}
      </ul>
      <div role="group" aria-label={`${title}. The same figures are in the table below.`}>
        <Bars
          labels={labels}
          parts={drawn}
          before={before}
          lying={lying}
          format={whole.format}
          short={query.report === 'payments' ? compactMoney : hours}
        />
      </div>
      {others > 0 && (
        <p class="fine">
          Top {labels.length} of {number(labels.length + others)}. The others: {whole.format(whole.values.at(-2) ?? 0)}.
          Download totals for all.
        </p>
      )}
      <details>
        <summary>Show figures</summary>
        <Table
          caption={`${title}, as a table`}
          frame="scroll"
          rows={[...names.keys()]}
          columns={[
            { name: groupNames[query.by], kind: 'head', cell: (row) => names[row] },
            ...columns.map(({ name, values, format }) => {
              return { name, kind: 'number', cell: (row: number) => format(values[row] ?? 0) };
            }),
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
  const teams = [...new Map(rows.map(({ team }) => [team?._id, team])).values()].sort((a, b) =>
    (a?.name ?? '￿').localeCompare(b?.name ?? '￿'),
  );
  const months = monthsOf(query).filter((of) => rows.some(({ month }) => month === of));
  type Line = { name: ComponentChildren; has: (row: Group) => boolean };
  const lines: Line[] = teams.map((team) => ({
    name: team ? <a href={addressOfOne('teamIds', team._id)}>{team.name}</a> : 'No team',
    has: (row) => row.team?._id === team?._id,
  }));
  /** To the cent. */
  const sumOf = (matching: Group[]) => {
    const sum = matching.reduce((sum, { statistics }) => sum + main.valueIn(statistics), 0);
    return main.format(Math.round(sum * 100) / 100);
  };
  const total: Line = { name: 'Total', has: () => true };
  return (
    <Table
      caption={`${title}, as a table`}
      frame="scroll"
      rows={[...lines, total]}
      columns={[
        { name: 'Team', kind: 'head', cell: ({ name }) => <bdi>{name}</bdi> },
        ...months.map((of) => ({
          name: month(of),
          kind: 'number',
          cell: ({ has }: Line) => sumOf(rows.filter((row) => row.month === of && has(row))),
        })),
        {
          name: 'Total',
          kind: 'number',
          cell: (line) => (line === total ? main.format(main.valueIn(totals)) : sumOf(rows.filter(line.has))),
        },
      ]}
    />
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

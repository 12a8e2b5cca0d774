import { useLocation } from 'preact-iso';
import type { ComponentChildren } from 'preact';
import { addressOf, defaultQuery } from '../api/address.ts';
import { exportPathOf, exportPathOfSums } from '../api/reports.ts';
import type { Group, ReportName, ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useNames } from '../filters/use-names.ts';
import { useRead } from '../api/use-read.ts';
import type { Answer } from '../api/use-report.ts';
import { figuresOf, measureName, withEveryMonth } from '../charts/breakdown.tsx';
import { Chart } from '../charts/chart.tsx';
import { contractorPage, labelsOf, teamPage } from '../charts/labels.ts';
import { Export } from '../parts/export.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { hours, money, number, personName } from '../parts/formats.ts';
import { useTitle } from '../parts/title.ts';

type ProfileProps = { session: Session; of: 'contractor' | 'team' };

export const ContractorPage = ({ session }: { session: Session }) => <Profile session={session} of="contractor" />;
export const TeamPage = ({ session }: { session: Session }) => <Profile session={session} of="team" />;

/** A year of payments and hours by month, the contracts or contractors, and the files. */
function Profile({ session, of }: ProfileProps) {
  const { query: parameters, path, route } = useLocation();
  const { id = '' } = parameters;
  const year = Number(parameters.year ?? new Date().getUTCFullYear());
  const names = useNames(session, of === 'team' ? 'teams' : 'contractors', { ids: [id] });
  const found = names.value?.options[0];
  const isMissing = names.value !== undefined && !found && !names.busy;
  useTitle(found?.name);

  const queryOf = (report: ReportName, by: Group): ReportQuery => ({
    ...defaultQuery(report),
    ...{ fromDate: `${year}-01-01`, toDate: `${year}-12-31`, by },
    ...(of === 'team' ? { teamIds: [id] } : { contractorIds: [id] }),
  });
  const parts = of === 'team' ? 'contractor' : 'contract';
  const queries = (['payments', 'timesheets'] as const).flatMap((report) => [
    queryOf(report, 'month'),
    queryOf(report, parts),
  ]);
  const sums = useRead(`${id} ${year}`, (signal) =>
    Promise.all(
      queries.map(async (query) => {
        const response = await session.ask(`${exportPathOfSums(query)}&itemsPerPage=100`, { signal });
        return { query, groups: (await response.json()) as Answer['groups'] };
      }),
    ),
  );
  const { value, busy } = sums;
  const failure = names.failure ?? sums.failure;
  const again = () => [names, sums].filter((read) => read.failure).forEach((read) => read.again());
  if (isMissing) {
    return (
      <main id="main" class="explorer">
        <h1>There is no such {of}.</h1>
        <p>
          <a href="/portal/explorer">Payments and hours</a>
        </p>
      </main>
    );
  }
  const yearLink = (other: number) => `${path}?${new URLSearchParams({ id, year: String(other) })}`;
  return (
    <main id="main" class="explorer">
      <div class="row toolbar">
        <h1>
          <bdi>{found?.name ?? '…'}</bdi>
        </h1>
        <nav class="row year" aria-label="Year">
          <a href={yearLink(year - 1)} aria-label={String(year - 1)}>
            ‹
          </a>
          <strong>{year}</strong>
          <a href={yearLink(year + 1)} aria-label={String(year + 1)}>
            ›
          </a>
        </nav>
      </div>
      {failure && <FailureNotice failure={failure} retry={again} />}
      <div class={busy || failure ? 'answer old' : 'answer'} aria-busy={busy}>
        {value?.map(({ query, groups }, index) =>
          query.by === 'month' ? (
            <Months key={index} session={session} answer={answerOf(query, groups)} show={route} />
          ) : (
            <Parts key={index} query={query} groups={groups} />
          ),
        )}
        {!value && !failure && <p class="placeholder" />}
      </div>
    </main>
  );
}

/** With what a chart of its months asks for. */
function answerOf(query: ReportQuery, groups: Answer['groups']): Answer {
  return withEveryMonth({
    query,
    groups,
    ...(query.report === 'payments' && { statuses: { results: [] } }),
  } as unknown as Answer);
}

type MonthsProps = { session: Session; answer: Answer; show: (address: string) => void };

function Months({ session, answer, show }: MonthsProps) {
  const { query, groups } = answer;
  const isPayments = 'statuses' in answer;
  const sums = groups.statistics;
  const value = 'trackedMinutes' in sums ? hours(sums.trackedMinutes) : money(sums.totalScheduledPaymentsPaidAmount);
  const others =
    'trackedMinutes' in sums
      ? [['Billable amount', money(sums.billableAmount)]]
      : [
          ['Scheduled', money(sums.totalScheduledPaymentsAmount)],
          ['Payments', number(sums.scheduledPaymentsCount)],
        ];
  const title = `${measureName(query)} by month`;
  const name = isPayments ? 'Payments' : 'Hours';
  const year = query.fromDate.slice(0, 4);
  if (groups.pagination.totalCount === 0) return <p class="fine">{`No ${name.toLowerCase()} in ${year}.`}</p>;
  return (
    <section class="head" aria-label={name}>
      <h2>
        {measureName(query)} in {year}
      </h2>
      <p class="headline">{value}</p>
      <dl class="row figures">
        {others.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Chart
        title={title}
        lying={false}
        labels={labelsOf(query, groups.results, (part) => show(addressOf({ ...query, ...part, by: 'contract' })))}
        {...figuresOf(answer)}
      >
        <h3>{title}</h3>
        <a href={addressOf(query)}>All {name.toLowerCase()}</a>
        <Export title={`Download ${name.toLowerCase()}`} session={session} path={exportPathOf(query)} />
      </Chart>
    </section>
  );
}

/** The contracts of a contractor, or the contractors of a team. */
function Parts({ query, groups }: { query: ReportQuery; groups: Answer['groups'] }) {
  if (groups.results.length === 0) return null;
  const isPayments = query.report === 'payments';
  const noun = query.by === 'contract' ? 'Contracts' : 'Contractors';
  return (
    <section class="scroll" role="region" tabIndex={0} aria-label={`${noun} of ${isPayments ? 'payments' : 'hours'}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            <th scope="col">Team</th>
            <th scope="col" class="number">
              {isPayments ? 'Paid' : 'Tracked'}
            </th>
            <th scope="col" class="number">
              {isPayments ? 'Scheduled' : 'Billable amount'}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.results.map(({ contract, contractor, statistics }, index) => {
            const [first, second] =
              'trackedMinutes' in statistics
                ? [hours(statistics.trackedMinutes), statistics.billableAmount]
                : [money(statistics.totalScheduledPaymentsPaidAmount), statistics.totalScheduledPaymentsAmount];
            return (
              <tr key={index}>
                <th scope="row">
                  {contract ? (
                    <bdi>{contract.title}</bdi>
                  ) : (
                    contractor && <Link href={contractorPage(contractor._id)}>{personName(contractor)}</Link>
                  )}
                </th>
                <td>{contract?.team && <Link href={teamPage(contract.team._id)}>{contract.team.name}</Link>}</td>
                <td class="number">{first}</td>
                <td class="number">{money(second)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Link({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a href={href}>
      <bdi>{children}</bdi>
    </a>
  );
}

import { summaryPathOf } from './reports.ts';
import type { Contract, ReportQuery, Status } from './reports.ts';
import { readRows } from './read-export.ts';
import type { Session } from './session.ts';

/** By id. */
export type Names = Map<string, string>;
/** Amounts are in cents, so that their sums are exact. */
export type Sums = Record<'cents' | 'count', Record<Status, number>>;

/** What the API sums up of a report: payments by month and status, and who is in it. */
export type Summary = {
  path: string;
  /** Of the data that the sums were made of. */
  version: string;
  totals: Sums;
  /** By YYYY-MM, of those in which there is a payment. */
  months: Map<string, Sums>;
  teams: Names;
  contractors: Names;
};

/** @throws Failure */
export async function readSummary(session: Session, query: ReportQuery, signal: AbortSignal): Promise<Summary> {
  const path = summaryPathOf(query);
  const summary = { path, totals: noSums(), months: new Map<string, Sums>(), teams: new Map(), contractors: new Map() };
  const version = await readRows(session, `${path}&groupBy=team,contractor`, signal, (row) =>
    addNames(summary, row as Named),
  );
  if (query.report === 'timesheets') return { ...summary, version };
  return {
    ...summary,
    version: await readRows(session, `${path}&groupBy=month,status`, signal, (row) => {
      const { month, status, statistics } = row as SumsOfMonth;
      const sums = summary.months.get(month) ?? noSums();
      summary.months.set(month, sums);
      for (const { cents, count } of [sums, summary.totals]) {
        cents[status] += Math.round(statistics.totalScheduledPaymentsAmount * 100);
        count[status] += statistics.scheduledPaymentsCount;
      }
    }),
  };
}

/** Adds a contractor and a team. */
export function addNames({ teams, contractors }: Pick<Summary, 'teams' | 'contractors'>, named: Named): void {
  const { team, contractor } = named;
  if (team) teams.set(team._id, team.name);
  contractors.set(contractor._id, `${contractor.firstName} ${contractor.lastName}`);
}

type Named = Pick<Contract, 'team' | 'contractor'>;

type SumsOfMonth = {
  month: string;
  status: Status;
  statistics: { scheduledPaymentsCount: number; totalScheduledPaymentsAmount: number };
};

function noSums(): Sums {
  const none = { upcoming: 0, processing: 0, failed: 0, paid: 0, deleted: 0 };
  return { cents: { ...none }, count: { ...none } };
}

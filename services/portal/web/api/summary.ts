import { exportPathOf } from './reports.ts';
import type { Contract, Payment, ReportQuery, Status } from './reports.ts';
import { readRows } from './read-export.ts';
import type { Session } from './session.ts';

/** By id. */
export type Names = Map<string, string>;
/** Amounts are in cents, so that their sums are exact. */
export type Sums = Record<'cents' | 'count', Record<Status, number>>;

/** What only all rows of a report tell: sums by month and status, and who is in it. */
export type Summary = {
  path: string;
  /** Of the data that it was made of. */
  version: string;
  totals: Sums;
  /** By YYYY-MM, of those in which there is a payment. */
  months: Map<string, Sums>;
  teams: Names;
  contractors: Names;
};

/** The path to summarize; always in the same order, as it makes no difference. */
export function summaryPathOf(query: ReportQuery): string {
  return exportPathOf({ ...query, sortField: 'contract', sortOrder: 'asc' });
}

/** @throws Failure */
export async function readSummary(session: Session, path: string, signal: AbortSignal): Promise<Summary> {
  const summary = { path, totals: noSums(), months: new Map<string, Sums>(), teams: new Map(), contractors: new Map() };
  const version = await readRows(session, path, signal, (row) => {
    const { contract, ...payment } = row as Row;
    addNames(summary, contract);
    if (payment.status === undefined) return;
    const month = payment.scheduledPaymentOn.slice(0, 7);
    const sums = summary.months.get(month) ?? noSums();
    summary.months.set(month, sums);
    for (const { cents, count } of [sums, summary.totals]) {
      cents[payment.status] += Math.round(payment.amount * 100);
      count[payment.status] += 1;
    }
  });
  return { ...summary, version };
}

/** Adds who the contract is with, and its team. */
export function addNames({ teams, contractors }: Pick<Summary, 'teams' | 'contractors'>, contract: Contract): void {
  const { team, contractor } = contract;
  if (team) teams.set(team._id, team.name);
  contractors.set(contractor._id, `${contractor.firstName} ${contractor.lastName}`);
}

type Row = Payment | ({ contract: Contract } & Partial<Record<Exclude<keyof Payment, 'contract'>, undefined>>);

function noSums(): Sums {
  const none = { upcoming: 0, processing: 0, failed: 0, paid: 0, deleted: 0 };
  return { cents: { ...none }, count: { ...none } };
}

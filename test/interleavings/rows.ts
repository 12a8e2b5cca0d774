import type pg from 'pg';
import { valuesOf } from '../../services/reporting/sql/statement.ts';
import { versionOf } from '../../services/reporting/servers/data-version.ts';
import { stripesStatement } from '../../services/reporting/servers/data-version.ts';
import type { ReportData } from '../support/reports/reference-implementation.ts';

export type Seen = { reportData: ReportData; differences: object[]; versions: Record<string, string> };

/** All rows, where the roll-ups differ from them, and the version of each company, in the snapshot of the transaction. */
export async function seenBy(client: pg.Client, companies: string[]): Promise<Seen> {
  const { rows } = await client.query<{ reportData: ReportData; differences: object[] }>(allRows);
  const [row] = rows;
  if (!row) throw new Error('all rows are one row, always');
  const versions: Seen['versions'] = {};
  for (const companyId of companies) {
    const values = valuesOf(stripesStatement, { companyId });
    const found = await client.query<{ stripes: string }>({ ...stripesStatement, values });
    versions[companyId] = versionOf(found.rows[0]?.stripes ?? '');
  }
  return { ...row, versions };
}

/** What of the rows the reports of a company show. */
export function contentOf({ people, teams, contracts, payments, days }: ReportData, companyId: string): string {
  const own = contracts.filter((contract) => contract.companyId === companyId);
  const isOwn = ({ contractId }: { contractId: string }) => own.some(({ id }) => id === contractId);
  return JSON.stringify([
    own,
    people.filter(({ id }) => own.some(({ contractorId, employerId }) => id === contractorId || id === employerId)),
    teams.filter((team) => team.companyId === companyId),
    payments.filter(isOwn),
    days.filter(isOwn),
  ]);
}

const list = (fields: string, from: string) =>
  `(select coalesce(json_agg(json_build_object(${fields}) order by t), '[]') from ${from} t)`;

const allRows = {
  name: 'all-rows',
  text: `
    select json_build_object(
      'people', ${list(`'id', id, 'firstName', first_name, 'lastName', last_name`, 'reporting.people')},
      'teams', ${list(`'id', id, 'companyId', company_id, 'name', name`, 'reporting.teams')},
      'contracts', ${list(
        `'id', id, 'companyId', company_id, 'type', type, 'title', title, 'contractorId', contractor_id,
         'employerId', employer_id, 'teamId', team_id, 'rateCents', (rate * 100)::integer`,
        'reporting.contracts',
      )},
      'payments', ${list(
        `'id', id, 'contractId', contract_id, 'name', name, 'amountCents', (amount * 100)::integer,
         'paidCents', (paid_amount * 100)::integer, 'status', status,
         'on', to_char(scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        'reporting.scheduled_payments',
      )},
      'days', ${list(
        `'contractId', contract_id, 'date', work_date, 'tracked', tracked_minutes, 'manual', manual_minutes,
         'overtime', overtime_minutes, 'billable', billable_minutes, 'billed', billed_minutes,
         'amountCents', (billable_amount * 100)::integer, 'activityHundredths', (coalesce(activity, 0) * 100)::integer`,
        'reporting.timesheet_days',
      )}
    ) as "reportData",
    (select coalesce(json_agg(d), '[]') from reporting.roll_up_differences d) as differences`,
};

import type { CsvTables } from '../../local/csv-files.ts';
import { company, person, together } from './world.ts';

const statuses = ['paid', 'upcoming', 'processing', 'failed', 'deleted'];

/** A company of two teams, two fixed contracts with 30 payments in 2026, and two hourly ones. */
export function portalWorld(): CsvTables {
  return together(company('acme'), {
    people: [
      person('ana', 'Ana', 'García'),
      person('bo', 'Bo', 'Ångström'),
      person('chi', 'Chi', 'Zhou'),
      person('boss', 'Billie', 'Boss'),
    ],
    teams: [
      { id: 'design', company_id: 'acme', name: 'Design' },
      { id: 'build', company_id: 'acme', name: 'Build' },
    ],
    contracts: [
      contract('logo', 'fixed', 'Logo', 'ana', 'design'),
      contract('site', 'fixed', 'Site', 'bo', 'build'),
      contract('care', 'hourly', 'Care', 'chi', 'build'),
      contract('text', 'hourly', 'Text', 'ana', ''),
    ],
    scheduled_payments: Array.from({ length: 30 }, (_, index) => ({
      id: `payment-${String(index).padStart(2, '0')}`,
      contract_id: index % 2 === 0 ? 'logo' : 'site',
      name: `Milestone ${index}`,
      amount: `${100 + index}.25`,
      paid_amount: index % 5 === 0 ? `${100 + index}.25` : '0',
      status: statuses[index % 5] ?? '',
      scheduled_payment_on: `2026-0${1 + (index % 3)}-${String(1 + (index % 28)).padStart(2, '0')}`,
    })),
    timesheet_days: [
      timesheetDay('care', '2026-02-02', { tracked: 480, manual: 60, overtime: 30, billable: 450, billed: 400 }),
      timesheetDay('text', '2026-03-03', { tracked: 120, manual: 0, overtime: 0, billable: 120, billed: 0 }),
    ],
  });
}

function contract(id: string, type: string, title: string, contractor: string, team: string) {
  const rate = type === 'hourly' ? '30' : '';
  return { id, company_id: 'acme', type, title, contractor_id: contractor, employer_id: 'boss', team_id: team, rate };
}

function timesheetDay(contractId: string, day: string, minutes: Record<string, number>) {
  const columns = Object.entries(minutes).map(([kind, count]) => [`${kind}_minutes`, String(count)]);
  const amount = String(((minutes.billable ?? 0) / 60) * 30);
  return {
    ...{ contract_id: contractId, work_date: day },
    ...(Object.fromEntries(columns) as Record<string, string>),
    ...{ billable_amount: amount, activity: '50' },
  };
}

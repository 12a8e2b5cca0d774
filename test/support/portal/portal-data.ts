import type { CsvTables } from '../../../local/csv-files.ts';
import { company, person, together } from '../fixtures.ts';

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

const longTitle = 'Translation of the annual report into every language of the group '.repeat(3);

/** A company of 40 contractors, each with a payment of $100 and an hourly contract; the last one's is on the second page. */
export function manyContractors(): CsvTables {
  const indexes = Array.from({ length: 40 }, (_, index) => index);
  const contractOf = (index: number, type: string) => ({
    ...{ id: `many-${type}-${index}`, company_id: 'many', type, title: `${longTitle} ${index}` },
    ...{ contractor_id: `person-${index}`, employer_id: 'person-0', team_id: '', rate: type === 'hourly' ? '30' : '' },
  });
  return together(company('many'), {
    people: [
      ...indexes.slice(0, -1).map((index) => person(`person-${index}`, `Given ${index}`, 'Family')),
      person('person-39', 'Łukasz', 'Żółć'),
    ],
    contracts: indexes.flatMap((index) => [contractOf(index, 'fixed'), contractOf(index, 'hourly')]),
    scheduled_payments: indexes.map((index) => ({
      ...{ id: `many-${index}`, contract_id: `many-fixed-${index}`, name: `Milestone ${index}`, amount: '100' },
      ...{ paid_amount: '0', status: 'upcoming', scheduled_payment_on: index === 39 ? '2026-01-01' : '2026-06-01' },
    })),
    timesheet_days: indexes.map((index) => ({
      ...{ contract_id: `many-hourly-${index}`, work_date: '2026-02-02', tracked_minutes: '60', manual_minutes: '0' },
      ...{ overtime_minutes: '0', billable_minutes: '60', billed_minutes: '60', billable_amount: '30', activity: '50' },
    })),
  });
}

/** A company of 5,001 payments of $1. */
export function manyPayments(): CsvTables {
  return together(company('large'), {
    contracts: [
      {
        ...{ id: 'large', company_id: 'large', type: 'fixed', title: 'Large' },
        ...{ contractor_id: 'person-1', employer_id: 'person-0', team_id: '', rate: '' },
      },
    ],
    scheduled_payments: Array.from({ length: 5_001 }, (_, index) => ({
      ...{ id: `large-${index}`, contract_id: 'large', name: `Milestone ${index}`, amount: '1' },
      ...{ paid_amount: '0', status: 'upcoming', scheduled_payment_on: '2026-06-01' },
    })),
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

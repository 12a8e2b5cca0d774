import type { CsvTables } from '../../../local/csv-files.ts';
import { demoClient } from '../../../local/demo/demo-client.ts';
import { company, person } from '../fixtures.ts';

export const hourlyContracts = 101;

/** The client of the demo, with one payment and more hourly contracts than a page holds, all in 2026. */
export function guideData(): CsvTables {
  const contracts = Array.from({ length: hourlyContracts }, (_, index) => `hourly-${index}`);
  const people = { contractor_id: 'ana', employer_id: 'ana', team_id: '' };
  const minutes = { tracked_minutes: '60', manual_minutes: '0', overtime_minutes: '0', billable_minutes: '60' };
  return {
    ...company('demo'),
    oauth_applications: [
      {
        client_id: demoClient.clientId,
        client_secret: demoClient.clientSecret,
        user_id: 'demo-user',
        grant_types: 'client_credentials',
      },
    ],
    people: [person('ana', 'Ana', 'García')],
    contracts: [
      { id: 'fixed', company_id: 'demo', type: 'fixed', title: 'Fixed', rate: '', ...people },
      ...contracts.map((contract, index) => ({
        id: contract,
        company_id: 'demo',
        type: 'hourly',
        title: `Contract ${index}`,
        rate: '30',
        ...people,
      })),
    ],
    scheduled_payments: [
      {
        id: 'one',
        contract_id: 'fixed',
        name: 'One',
        amount: '10',
        paid_amount: '10',
        status: 'paid',
        scheduled_payment_on: '2026-02-02',
      },
    ],
    timesheet_days: contracts.map((contract) => ({
      contract_id: contract,
      work_date: '2026-03-03',
      ...minutes,
      billed_minutes: '60',
      billable_amount: '30',
      activity: '50',
    })),
  };
}

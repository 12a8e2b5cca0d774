import type { CsvTables } from '../csv-files.ts';
import { demoClient } from '../../../local/demo/demo-client.ts';
import { company, contract, day, payment, person } from '../fixtures.ts';

export const hourlyContracts = 101;

/** The client of the demo, with one payment and more hourly contracts than a page holds, all in 2026. */
export function guideData(): CsvTables {
  const contracts = Array.from({ length: hourlyContracts }, (_, index) => `hourly-${index}`);
  const ofDemo = { company_id: 'demo' };
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
      contract('fixed', ofDemo),
      ...contracts.map((id, index) =>
        contract(id, { ...ofDemo, type: 'hourly', title: `Contract ${index}`, rate: '30' }),
      ),
    ],
    scheduled_payments: [payment('one', { contract_id: 'fixed', name: 'One', scheduled_payment_on: '2026-02-02' })],
    timesheet_days: contracts.map((id) => day(id, '2026-03-03')),
  };
}

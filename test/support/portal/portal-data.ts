import type { CsvTables } from '../csv-files.ts';
import { company, contract, day, payment, person, together } from '../fixtures.ts';

const hourly = { type: 'hourly', rate: '30' };
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
      contract('logo', { title: 'Logo', employer_id: 'boss', team_id: 'design' }),
      contract('site', { title: 'Site', contractor_id: 'bo', employer_id: 'boss', team_id: 'build' }),
      contract('care', { ...hourly, title: 'Care', contractor_id: 'chi', employer_id: 'boss', team_id: 'build' }),
      contract('text', { ...hourly, title: 'Text', employer_id: 'boss' }),
    ],
    scheduled_payments: Array.from({ length: 30 }, (_, index) =>
      payment(`payment-${String(index).padStart(2, '0')}`, {
        contract_id: index % 2 === 0 ? 'logo' : 'site',
        name: `Milestone ${index}`,
        amount: `${100 + index}.25`,
        paid_amount: index % 5 === 0 ? `${100 + index}.25` : '0',
        status: statuses[index % 5] ?? '',
        scheduled_payment_on: `2026-0${1 + (index % 3)}-${String(1 + (index % 28)).padStart(2, '0')}`,
      }),
    ),
    timesheet_days: [
      day('care', '2026-02-02', [480, 60, 30, 450, 400], 225),
      day('text', '2026-03-03', [120, 0, 0, 120, 0], 60),
    ],
  });
}

const longTitle = 'Translation of the annual report into every language of the group '.repeat(3);

/** A company of 40 contractors, each with a payment of $100 and an hourly contract; the last one's is on the second page. */
export function manyContractors(): CsvTables {
  const indexes = Array.from({ length: 40 }, (_, index) => index);
  const contractOf = (index: number) => ({
    ...{ company_id: 'many', title: `${longTitle} ${index}` },
    ...{ contractor_id: `person-${index}`, employer_id: 'person-0' },
  });
  return together(company('many'), {
    people: [
      ...indexes.slice(0, -1).map((index) => person(`person-${index}`, `Given ${index}`, 'Family')),
      person('person-39', 'Łukasz', 'Żółć'),
    ],
    contracts: indexes.flatMap((index) => [
      contract(`many-fixed-${index}`, contractOf(index)),
      contract(`many-hourly-${index}`, { ...contractOf(index), ...hourly }),
    ]),
    scheduled_payments: indexes.map((index) =>
      payment(`many-${index}`, {
        ...{ contract_id: `many-fixed-${index}`, name: `Milestone many-${index}`, status: 'upcoming' },
        ...{ amount: '100', paid_amount: '0', scheduled_payment_on: index === 39 ? '2026-01-01' : '2026-06-01' },
      }),
    ),
    timesheet_days: indexes.map((index) => day(`many-hourly-${index}`, '2026-02-02')),
  });
}

import type { Faker } from '@faker-js/faker';
import { statuses } from '../support/reports/reference-implementation.ts';
import type { ReportData } from '../support/reports/reference-implementation.ts';

/** Who writes what: the names of all people, or contracts, payments and days of a company with a team of its own. */
export type Part = { companyId: string | null; teamId: string };

export const parts: Part[] = [
  { companyId: null, teamId: '' },
  { companyId: 'acme', teamId: 'team-0' },
  { companyId: 'acme', teamId: 'team-2' },
  { companyId: 'rival', teamId: 'team-1' },
];

export const people = ['person-0', 'person-1', 'person-2', 'person-3'];
const words = ['alpha', 'Alpha', 'älpha', 'Beta', 'beta', 'Zeta', 'O’Hara', 'a "b", c'];

export function initialRows(part: Part, faker: Faker): ReportData {
  const { companyId, teamId } = part;
  const rows: ReportData = { people: [], teams: [], contracts: [], payments: [], days: [] };
  if (companyId === null) return { ...rows, people: people.map((id) => randomPerson(faker, id)) };
  rows.teams.push({ id: teamId, companyId, name: 'Team' });
  for (const type of ['fixed', 'fixed', 'fixed', 'hourly', 'hourly', 'hourly'] as const) {
    rows.contracts.push({
      id: `contract-${teamId}-${rows.contracts.length}`,
      companyId,
      type,
      title: faker.helpers.arrayElement(words),
      contractorId: faker.helpers.arrayElement(people),
      employerId: faker.helpers.arrayElement(people),
      teamId: faker.helpers.arrayElement([teamId, null]),
      rateCents: type === 'fixed' && faker.datatype.boolean() ? null : faker.number.int(20_000),
    });
  }
  for (let index = 0; index < 60; index += 1)
    rows.payments.push(randomPayment(faker, rows, `payment-${teamId}-${index}`));
  for (let index = 0; index < 60; index += 1) {
    const day = randomDay(faker, rows);
    if (!rows.days.some(({ contractId, date }) => contractId === day.contractId && date === day.date))
      rows.days.push(day);
  }
  return rows;
}

export function randomPerson({ helpers }: Faker, id: string): ReportData['people'][number] {
  return { id, firstName: helpers.arrayElement(words), lastName: helpers.arrayElement(words) };
}

export function randomPayment(faker: Faker, { contracts }: ReportData, id: string): ReportData['payments'][number] {
  const amountCents = faker.number.int({ min: -1_000, max: 9_999_999 });
  return {
    id,
    contractId: faker.helpers.arrayElement(contracts.filter(({ type }) => type === 'fixed')).id,
    name: faker.helpers.arrayElement(words),
    amountCents,
    paidCents: faker.helpers.arrayElement([0, amountCents]),
    status: faker.helpers.arrayElement(statuses),
    on: `${randomDate(faker)}T${faker.helpers.arrayElement(['00:00:00.000', '12:30:00.001', '23:59:59.999'])}Z`,
  };
}

export function randomDay(faker: Faker, { contracts }: ReportData): ReportData['days'][number] {
  const minutes = () => faker.number.int(700);
  const tracked = minutes();
  return {
    contractId: faker.helpers.arrayElement(contracts.filter(({ type }) => type === 'hourly')).id,
    date: randomDate(faker),
    tracked,
    manual: faker.helpers.arrayElement([0, Math.floor(tracked / 3), tracked]),
    overtime: minutes(),
    billable: minutes(),
    billed: minutes(),
    amountCents: faker.number.int(999_999),
    activityHundredths: faker.number.int(10_000),
  };
}

/** Mostly in two months, some in years around them. */
function randomDate({ number }: Faker): string {
  const day = number.int(2) > 0 ? number.int(70) : number.int({ min: -400, max: 1_200 });
  return new Date(Date.UTC(2024, 0, 15 + day)).toISOString().slice(0, 10);
}

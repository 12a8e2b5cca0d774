import type { Faker } from '@faker-js/faker';
import { filesOf } from '../support/reports/random-data.ts';
import type { ReportData } from '../support/reports/reference-implementation.ts';
import { people, randomDay, randomPayment, randomPerson } from './initial-rows.ts';
import type { Part } from './initial-rows.ts';

/** A statement, and the rows of the writer after it. */
export type Change = { text: string; values: unknown[]; rows: ReportData };

export function randomChange(part: Part, rows: ReportData, faker: Faker): Change {
  if (part.companyId === null) return rename(rows, faker);
  const ofPayments = [putPayment, putPayment, putPayment, deletePayment];
  const ofDays = [putDay, putDay, deleteDay];
  const changes = [...ofPayments, ...ofDays, changeTeam, changeContractor, renameTeam];
  return faker.helpers.arrayElement(changes)(rows, faker, part.companyId, part.teamId);
}

function rename(rows: ReportData, faker: Faker): Change {
  const { id } = faker.helpers.arrayElement(rows.people);
  const person = randomPerson(faker, id);
  return {
    text: 'update reporting.people set first_name = $2, last_name = $3 where id = $1',
    values: [id, person.firstName, person.lastName],
    rows: { ...rows, people: rows.people.map((other) => (other.id === id ? person : other)) },
  };
}

function putPayment(rows: ReportData, faker: Faker, companyId: string, teamId: string): Change {
  const id = `payment-${teamId}-${faker.number.int(80)}`;
  const payment = randomPayment(faker, rows, id);
  return {
    ...upsert('scheduled_payments', ['company_id', 'id'], companyId, { payments: [payment] }),
    rows: { ...rows, payments: [...rows.payments.filter((other) => other.id !== id), payment] },
  };
}

function deletePayment(rows: ReportData, faker: Faker, companyId: string): Change {
  const id = faker.helpers.arrayElement(rows.payments.map((payment) => payment.id).concat('none'));
  return {
    text: 'delete from reporting.scheduled_payments where company_id = $1 and id = $2',
    values: [companyId, id],
    rows: { ...rows, payments: rows.payments.filter((other) => other.id !== id) },
  };
}

function putDay(rows: ReportData, faker: Faker, companyId: string): Change {
  const day = randomDay(faker, rows);
  return {
    ...upsert('timesheet_days', ['company_id', 'contract_id', 'work_date'], companyId, { days: [day] }),
    rows: { ...rows, days: [...rows.days.filter((other) => !isSameDay(other, day)), day] },
  };
}

/** Inserts the one row of the table, or changes the one that has its key. */
function upsert(table: string, key: string[], companyId: string, rows: Partial<ReportData>) {
  const none = { people: [], teams: [], contracts: [], payments: [], days: [] };
  const row = { company_id: companyId, ...filesOf({ ...none, ...rows })[table]?.[0] };
  const columns = Object.keys(row);
  const changed = columns.filter((name) => !key.includes(name));
  const text = `insert into reporting.${table} (${columns.join(', ')})
    values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
    on conflict (${key.join(', ')}) do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return { text, values: Object.values(row) };
}

function deleteDay(rows: ReportData, faker: Faker, companyId: string): Change {
  const day = faker.helpers.arrayElement(rows.days.concat(randomDay(faker, rows)));
  return {
    text: 'delete from reporting.timesheet_days where company_id = $1 and contract_id = $2 and work_date = $3',
    values: [companyId, day.contractId, day.date],
    rows: { ...rows, days: rows.days.filter((other) => !isSameDay(other, day)) },
  };
}

function changeTeam(rows: ReportData, faker: Faker, companyId: string, ownTeam: string): Change {
  const { id } = faker.helpers.arrayElement(rows.contracts);
  const teamId = faker.helpers.arrayElement([ownTeam, null]);
  return {
    text: 'update reporting.contracts set team_id = $3 where company_id = $1 and id = $2',
    values: [companyId, id, teamId],
    rows: { ...rows, contracts: rows.contracts.map((other) => (other.id === id ? { ...other, teamId } : other)) },
  };
}

function changeContractor(rows: ReportData, faker: Faker, companyId: string): Change {
  const { id } = faker.helpers.arrayElement(rows.contracts);
  const contractorId = faker.helpers.arrayElement(people);
  return {
    text: 'update reporting.contracts set contractor_id = $3 where company_id = $1 and id = $2',
    values: [companyId, id, contractorId],
    rows: { ...rows, contracts: rows.contracts.map((other) => (other.id === id ? { ...other, contractorId } : other)) },
  };
}

function renameTeam(rows: ReportData, faker: Faker, companyId: string, teamId: string): Change {
  const name = `Team ${faker.number.int(99)}`;
  return {
    text: 'update reporting.teams set name = $3 where company_id = $1 and id = $2',
    values: [companyId, teamId, name],
    rows: { ...rows, teams: rows.teams.map((team) => ({ ...team, name })) },
  };
}

type Day = ReportData['days'][number];

function isSameDay(one: Day, other: Day): boolean {
  return one.contractId === other.contractId && one.date === other.date;
}

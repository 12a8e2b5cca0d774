import type { Faker } from '@faker-js/faker';
import type { ReportData } from '../support/reports/reference-implementation.ts';
import { people, randomDay, randomPayment, randomPerson } from './initial-rows.ts';
import type { Part } from './initial-rows.ts';

/** A statement, and the rows of the writer after it. */
export type Change = { text: string; values: unknown[]; rows: ReportData };

export function randomChange(part: Part, rows: ReportData, faker: Faker): Change {
  if (part.companyId === null) return rename(rows, faker);
  const changes = [
    putPayment,
    putPayment,
    putPayment,
    deletePayment,
    putDay,
    putDay,
    deleteDay,
    changeTeam,
    changeContractor,
    renameTeam,
  ];
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
    text: `insert into reporting.scheduled_payments
        (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
      values ($1, $2, $3, $4, $5::numeric / 100, $6::numeric / 100, $7, $8)
      on conflict (company_id, id) do update set contract_id = excluded.contract_id, name = excluded.name,
        amount = excluded.amount, paid_amount = excluded.paid_amount, status = excluded.status,
        scheduled_payment_on = excluded.scheduled_payment_on`,
    values: [
      companyId,
      id,
      payment.contractId,
      payment.name,
      payment.amountCents,
      payment.paidCents,
      payment.status,
      payment.on,
    ],
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
    text: `insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes,
        overtime_minutes, billable_minutes, billed_minutes, billable_amount, activity)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9::numeric / 100, $10::numeric / 100)
      on conflict (company_id, contract_id, work_date) do update set tracked_minutes = excluded.tracked_minutes,
        manual_minutes = excluded.manual_minutes, overtime_minutes = excluded.overtime_minutes,
        billable_minutes = excluded.billable_minutes, billed_minutes = excluded.billed_minutes,
        billable_amount = excluded.billable_amount, activity = excluded.activity`,
    values: [
      companyId,
      day.contractId,
      day.date,
      day.tracked,
      day.manual,
      day.overtime,
      day.billable,
      day.billed,
      day.amountCents,
      day.activityHundredths,
    ],
    rows: { ...rows, days: [...rows.days.filter((other) => !isSameDay(other, day)), day] },
  };
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

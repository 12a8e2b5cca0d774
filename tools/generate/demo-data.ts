import { allFakers } from '@faker-js/faker';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { demoClient, demoSpan } from '../../local/demo/demo-client.ts';
import { csvText } from '../../test/support/csv-files.ts';
import type { CsvTables } from '../../test/support/csv-files.ts';
import { root } from '../../test/support/programs/command.ts';

/**
 * Writes local/demo/demo-data.json.br: two invented years of a few agencies, as the texts of the import's files by name. The same every time; other
 * versions of Node compress it to other bytes.
 */
export function writeDemoData(): void {
  for (const [index, faker] of everyone.entries()) faker.seed(1_000 + index);
  for (const agency of agencies) inventAgency(agency);
  const texts = Object.entries(tables).map(([name, rows]) => [`${name}.csv`, csvText(rows)]);
  const content = Buffer.from(JSON.stringify(Object.fromEntries(texts)));
  const file = path.join(root, 'local/demo/demo-data.json.br');
  if (content.equals(brotliDecompressSync(readFileSync(file)))) return;
  writeFileSync(file, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } }));
}

const locales = ['en', 'de', 'fr', 'es', 'pt_BR', 'pl', 'cs_CZ', 'tr', 'uk', 'vi', 'ja', 'ar'] as const;
const everyone = locales.map((locale) => allFakers[locale]);
const random = allFakers.en;

const names = 'companies users oauth_applications people teams contracts scheduled_payments timesheet_days';
const tables: CsvTables = Object.fromEntries(names.split(' ').map((name) => [name, []]));
const add = (table: string, row: CsvTables[string][number]) => tables[table]?.push(row);

const agencies = [
  { id: 'tessellate', name: 'Tessellate Games', contracts: 90, teams: 'Engine, Art, Sound, Live Operations, Quality' },
  { id: 'lumen', name: 'Lumen Analytics', contracts: 36, teams: 'Data, Platform, Design' },
  { id: 'kestrel', name: 'Kestrel Foods', contracts: 12, teams: 'Marketing' },
  { id: 'harbor', name: 'Harbor & Pine', contracts: 4, teams: '' },
];
const work = {
  fixed: 'Character set, Landing page, Brand guide, Trailer, Localisation, Audit, Prototype, Soundtrack',
  hourly: 'Backend development, Level design, Support, Data engineering, Bookkeeping, Testing, Copywriting',
};
const projects = 'Aurora, Bluebird, Cedar, Delta, Ember, Fjord, Granite, Hazel, Iris, Juniper, Élan, Zenith';

function inventAgency({ id, name, contracts, ...agency }: (typeof agencies)[number]): void {
  const teams = agency.teams === '' ? [] : agency.teams.split(', ');
  add('companies', { id, name });
  const credentials =
    id === 'tessellate' ? demoClient : { clientId: `demo-${id}`, clientSecret: `demo-secret-of-${id}` };
  add('users', { id: `${id}-user`, company_id: id, ...personName(random), status: 'active' });
  add('oauth_applications', {
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    user_id: `${id}-user`,
    grant_types: 'client_credentials',
  });
  for (const [index, team] of teams.entries()) {
    add('teams', { id: `${id}-team-${index + 1}`, company_id: id, name: team });
  }
  const employers = Array.from({ length: 1 + teams.length }, (_, index) => `${id}-employer-${index + 1}`);
  for (const employer of employers) add('people', { id: employer, ...personName(random) });
  for (let number = 1; number <= contracts; number += 1) {
    inventContract(id, `${id}-${String(number).padStart(3, '0')}`, employers, teams.length);
  }
}

function inventContract(company: string, id: string, employers: string[], teams: number): void {
  const contractor = `${id}-contractor`;
  add('people', { id: contractor, ...personName(random.helpers.arrayElement(everyone)) });
  const type = random.helpers.arrayElement(['fixed', 'hourly'] as const);
  const rate = between(60, 480) / 4;
  const team = teams > 0 && random.datatype.boolean(0.85) ? `${company}-team-${between(1, teams)}` : '';
  add('contracts', {
    id,
    company_id: company,
    type,
    title: `${oneOf(work[type])}, ${oneOf(projects)}`,
    contractor_id: contractor,
    employer_id: random.helpers.arrayElement(employers),
    team_id: team,
    rate: type === 'hourly' ? rate.toFixed(2) : '',
  });
  const first = between(0, 500);
  const last = Math.min(first + between(60, 400), 729);
  if (type === 'fixed') inventPayments(id, first, last);
  else inventDays(id, rate, first, last);
}

function inventPayments(contract: string, first: number, last: number): void {
  let milestone = 1;
  for (let offset = first; offset <= last; offset += between(4, 20)) {
    const date = dayAt(offset);
    const amount = between(8_000, 450_000);
    const weights =
      date > demoSpan.today ? { upcoming: 19, deleted: 1 } : { paid: 88, failed: 4, processing: 4, deleted: 4 };
    const status = random.helpers.weightedArrayElement(
      Object.entries(weights).map(([value, weight]) => ({ value, weight })),
    );
    add('scheduled_payments', {
      id: `${contract}-payment-${milestone}`,
      contract_id: contract,
      name: `Milestone ${milestone}`,
      amount: dollars(amount),
      paid_amount: dollars(status === 'paid' ? amount : 0),
      status,
      scheduled_payment_on: date,
    });
    milestone += 1;
  }
}

function inventDays(contract: string, rate: number, first: number, last: number): void {
  for (let offset = first; offset <= last && dayAt(offset) <= demoSpan.today; offset += 1) {
    const weekend = [0, 6].includes(new Date(dayAt(offset)).getUTCDay());
    if (random.datatype.boolean(weekend ? 0.95 : 0.12)) continue;
    const tracked = between(90, 600);
    const manual = random.datatype.boolean(0.15) ? between(10, tracked) : 0;
    const overtime = tracked > 480 ? tracked - 480 : 0;
    const billable = tracked - overtime;
    add('timesheet_days', {
      contract_id: contract,
      work_date: dayAt(offset),
      tracked_minutes: tracked,
      manual_minutes: manual,
      overtime_minutes: overtime,
      billable_minutes: billable,
      billed_minutes: dayAt(offset) < '2026-10-19' ? billable : 0,
      billable_amount: dollars(Math.round((billable * rate * 100) / 60)),
      activity: manual === tracked ? '' : between(22, 98),
    });
  }
}

function between(min: number, max: number): number {
  return random.number.int({ min, max });
}

function oneOf(list: string): string {
  return random.helpers.arrayElement(list.split(', '));
}

function personName(faker: typeof random) {
  return { first_name: faker.person.firstName(), last_name: faker.person.lastName() };
}

function dayAt(offset: number): string {
  return new Date(Date.parse(demoSpan.fromDate) + offset * 86_400_000).toISOString().slice(0, 10);
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

import request from 'supertest';
import type { CsvTables } from './csv-files.ts';

/** Of the form of those that are generated. */
export const secret = 'crs_nX9VwDAYJtZZdJneODt11IfHZTBwPmoYJvz0kt2Av7T3ujP7U';

/** A company, its user, and an application that acts for that user. */
export function company(id: string) {
  return {
    companies: [{ id, name: `Company ${id}` }],
    users: [{ id: `${id}-user`, company_id: id, first_name: 'Uma', last_name: 'User', status: 'active' }],
    oauth_applications: [
      { client_id: `${id}-client`, client_secret: secret, user_id: `${id}-user`, grant_types: 'client_credentials' },
    ],
  } satisfies CsvTables;
}

export function person(id: string, firstName: string, lastName: string) {
  return { id, first_name: firstName, last_name: lastName };
}

/** A contract of acme, which hires Ana through herself, unless another is given. */
export function contract(id: string, own: Row = {}) {
  const people = { contractor_id: 'ana', employer_id: 'ana', team_id: '' };
  return { id, company_id: 'acme', type: 'fixed', title: 'Web', ...people, rate: '', ...own };
}

/** Makes contracts of this company, whose person `ID-ana` is contractor and employer unless others are given. */
export function contractOf(companyId: string) {
  const ana = `${companyId}-ana`;
  return (id: string, own: Row = {}) =>
    contract(id, { company_id: companyId, contractor_id: ana, employer_id: ana, ...own });
}

export function payment(id: string, own: Row = {}) {
  const amounts = { amount: '10', paid_amount: '10', status: 'paid' };
  return { id, contract_id: 'web', name: 'Milestone', ...amounts, scheduled_payment_on: '2024-02-29', ...own };
}

/** Minutes are those that are tracked, manual, overtime, billable and billed. */
export function day(
  contractId: string,
  date: string,
  minutes = [60, 0, 0, 60, 60],
  amount: Cell = 30,
  activity: Cell = 50,
) {
  const names = ['tracked_minutes', 'manual_minutes', 'overtime_minutes', 'billable_minutes', 'billed_minutes'];
  const counts = Object.fromEntries(names.map((name, index) => [name, minutes[index] ?? 0]));
  return { contract_id: contractId, work_date: date, ...counts, billable_amount: amount, activity };
}

type Row = CsvTables[string][number];
type Cell = Row[string];

/** Joins tables of several origins into one import. */
export function together(...parts: CsvTables[]): CsvTables {
  const joined: CsvTables = {};
  for (const part of parts) {
    for (const [name, rows] of Object.entries(part)) joined[name] = [...(joined[name] ?? []), ...rows];
  }
  return joined;
}

/** An access token of the company's application. */
export async function tokenOf(url: string, companyId: string, clientSecret = secret): Promise<string> {
  const response = await request(url)
    .post('/auth/token')
    .send({ clientId: `${companyId}-client`, clientSecret })
    .expect(200);
  return (response.body as { accessToken: string }).accessToken;
}

/** How a token is answered to each of these secrets of an application. */
export async function tokenStatuses(url: string, clientId: string, ...secrets: string[]): Promise<number[]> {
  const answers = secrets.map((clientSecret) => request(url).post('/auth/token').send({ clientId, clientSecret }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** Requests something with this token. */
export function authorizedGet(url: string, token: string, path: string, headers: Record<string, string> = {}) {
  return request(url)
    .get(path)
    .set({ Authorization: `Bearer ${token}`, ...headers });
}

/** Requests a report of 2024 with this token. */
export function requestReport(url: string, token: string, path = paymentsPath) {
  return authorizedGet(url, token, path).query({ fromDate: '2024-01-01', toDate: '2024-12-31' });
}

export const paymentsPath = '/api/v1/external/reports/client/scheduled-payments/list';
export const timesheetsPath = '/api/v1/external/reports/client/timesheets/list';

/** An error as the endpoints of OAuth answer it. */
export function ofOAuth<Body extends { message: unknown }>(body: Body) {
  return { ...body, error_description: body.message };
}

import request from 'supertest';
import type { CsvTables } from '../../local/csv-files.ts';

/** Of the form of those that are generated, which take no slow hash. */
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

/** Joins tables of several origins into one import. */
export function together(...parts: CsvTables[]): CsvTables {
  const joined: CsvTables = {};
  for (const part of parts) {
    for (const [name, rows] of Object.entries(part)) joined[name] = [...(joined[name] ?? []), ...rows];
  }
  return joined;
}

/** An access token of the company's application. */
export async function tokenOf(url: string, companyId: string): Promise<string> {
  const response = await request(url)
    .post('/auth/token')
    .send({ clientId: `${companyId}-client`, clientSecret: secret })
    .expect(200);
  return (response.body as { accessToken: string }).accessToken;
}

export const paymentsPath = '/api/v1/external/reports/client/scheduled-payments/list';
export const timesheetsPath = '/api/v1/external/reports/client/timesheets/list';

/** An error as the endpoints of OAuth answer it. */
export function ofOAuth<Body extends { message: unknown }>(body: Body) {
  return { ...body, error_description: body.message };
}

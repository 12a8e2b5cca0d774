import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { reportingService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { openAuthDatabase } from '../../../services/auth/database.ts';
import { revokeToken } from '../../../services/auth/tokens/revoke.ts';
import { claimsFor, forge, signingKeyOf } from '../../support/access-token.ts';
import { query } from '../../support/postgres/database.ts';
import { adminJson } from '../../support/programs/admin-command.ts';
import { codeAtReporting } from '../../support/reports/code-at-reporting.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { until } from '../../support/until.ts';
import { company, contract, payment, paymentsPath, person, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const ids = ['acme', 'rival', 'returning'];
const product = await ownProduct({}, ...ids.map(companyWithPayment));
const tokens = new Map<string, string>();
for (const id of ids) tokens.set(id, await tokenOf(product.url, id));
const key = await signingKeyOf(product.databaseUrl);
const reporting = connectRpc(reportingService, { address: product.reportingAddress, deadlineMs: 10_000 });
afterAll(() => reporting.close());

it('The revocation of an application outlasts its return: all earlier tokens stay refused', async () => {
  const revoked = bearer('returning');
  await adminJson(product.databaseUrl, 'applications', 'revoke', 'returning-client');
  await until('refused', async () => (await codeAtReporting(product, revoked)) === 'invalid_token');
  const back = `update auth.oauth_applications set revoked_at = null where client_id = 'returning-client'`;
  await query(product.databaseUrl, back);
  const after = await tokenOf(product.url, 'returning');
  await until('authorized again', async () => (await codeAtReporting(product, `Bearer ${after}`)) === 'ok');
  expect(await codeAtReporting(product, revoked)).toBe('invalid_token');
});

it('The revocation of a token is kept until the token has long expired', async () => {
  const { databaseUrl } = product;
  const database = openAuthDatabase({ DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: 2, statementTimeoutMs: 10_000 });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const [id, minutes] of [
    ['long ago', 61],
    ['lately', 30],
    ['lately', 30],
  ] as const) {
    await revokeToken(database, AbortSignal.timeout(10_000), id, ago(minutes));
  }
  expect(await query(databaseUrl, 'select token_id from auth.revoked_tokens')).toEqual([{ token_id: 'lately' }]);
  await database.close();
});

it('Many requests with a new token make reporting call auth once', async () => {
  const token = forge(key, { ...claimsFor('rival'), jti: 'never seen before' });
  const answers = Array.from({ length: 20 }, () => paymentsOf(`Bearer ${token}`, 'many'));
  for (const ids of await Promise.all(answers)) expect(ids).toEqual(['rival-payment']);
  await paymentsOf(`Bearer ${token}`, 'last');
  const logged = (method: string, requestId: string) =>
    product.logs().filter((line) => line.includes(`"method":"${method}"`) && line.includes(`"${requestId}"`)).length;
  await until('the last call is logged', () => logged('List', 'last') === 1);
  await until('the call to auth is logged', () => logged('GetAccount', 'many') > 0);
  expect(logged('GetAccount', 'many')).toBe(1);
});

it.each<[string, { report?: string; sortField?: string; groupBy?: string[] }, string]>([
  ['a sort field', { report: 'scheduled-payments', sortField: 'trackedTime' }, 'validation_error'],
  ['a report', { report: 'invoices' }, 'not_found'],
  ['a report that is a name of objects', { report: 'constructor' }, 'not_found'],
  ['a group', { groupBy: ['status'], sortField: 'groupBy' }, 'validation_error'],
  ['so many groups', { groupBy: ['month', 'team', 'contract'], sortField: 'groupBy' }, 'validation_error'],
  ['a group twice', { groupBy: ['month', 'month'], sortField: 'groupBy' }, 'validation_error'],
])('Reporting refuses %s that it does not have', async (_, own, code) => {
  const request = { ...page, report: 'timesheets', sortField: 'contract', ...own };
  const call = { requestId: 'test', authorization: bearer('acme') };
  await expect(reporting.List(request, call)).rejects.toMatchObject({ code });
});

it('Reporting refuses a filter that it does not have yet, and says that it will have it', async () => {
  const filters = [{ name: 'projectIds', values: ['p'] }];
  for (const report of ['scheduled-payments', 'timesheets']) {
    const request = { ...page, report, filters, sortField: 'contract' };
    const call = { requestId: 'test', authorization: bearer('acme') };
    const refusal = { code: 'service_unavailable', message: expect.stringContaining('projectIds') };
    await expect(reporting.List(request, call)).rejects.toMatchObject(refusal);
    await expect(reporting.Changes({ ...request, since: '' }, call)).rejects.toMatchObject(refusal);
    const file = reporting.Export({ ...request, format: 'csv', headersOnly: false }, call);
    await expect(file[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal);
  }
});

it('Reporting reads a status that is named more than once as one', async () => {
  const requested = (statuses: 'upcoming'[]) => payments(bearer('acme'), statuses).then(({ json }) => json.toString());
  expect(await requested(Array<'upcoming'>(5).fill('upcoming'))).toBe(await requested(['upcoming']));
});

it('The reports accept a token of a key that was made since they last requested the keys', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const insert = 'insert into auth.signing_keys (kid, private_key) values ($1, $2)';
  await query(product.databaseUrl, insert, ['new', pem(privateKey)]);
  const token = await tokenOf(product.url, 'acme');
  expect(jwt.decode(token, { complete: true })?.header.kid).toBe('new');
  const url = `${product.url}${paymentsPath}?fromDate=2024-02-01&toDate=2024-02-29`;
  const statusOf = async (used: string) => (await fetch(url, { headers: { Authorization: `Bearer ${used}` } })).status;
  await until('the new key is cached', async () => (await statusOf(token)) === 200);
  expect(await statusOf(forge(key, claimsFor('acme')))).toBe(200);
});

const page = firstPage({ fromDate: '2024-01-01', toDate: '2024-12-31', groupBy: [], sortOrder: 'asc' as const });

function payments(authorization: string, scheduledPaymentStatuses: 'upcoming'[] = [], requestId = 'test') {
  return reporting.List(
    firstPage({ ...page, report: 'scheduled-payments', scheduledPaymentStatuses, sortField: 'scheduledPaymentOn' }),
    { requestId, authorization },
  );
}

async function paymentsOf(authorization: string, requestId?: string): Promise<string[]> {
  const { json } = await payments(authorization, [], requestId);
  const { results } = JSON.parse(json.toString()) as { results: { _id: string }[] };
  return results.map(({ _id }) => _id);
}

function bearer(companyId: string): string {
  return `Bearer ${tokens.get(companyId)}`;
}

function pem(privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function companyWithPayment(id: string) {
  return {
    ...company(id),
    people: [person(`${id}-ana`, 'Ana', 'García')],
    contracts: [contract(`${id}-contract`, { company_id: id, contractor_id: `${id}-ana`, employer_id: `${id}-ana` })],
    scheduled_payments: [
      payment(`${id}-payment`, { contract_id: `${id}-contract`, scheduled_payment_on: '2024-03-01' }),
    ],
  };
}

import { expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import request from 'supertest';
import { authService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { openAudit } from '../../../services/auth/audit/audit.ts';
import { openAuthDatabase } from '../../../services/auth/database.ts';
import { query } from '../../support/postgres/database.ts';
import { until } from '../../support/until.ts';
import { lockTable } from '../../support/postgres/waiting.ts';
import { company, secret, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const companies = ['acme', 'revoked', 'inactive'].map(company);
const product = await ownProduct({ TRUST_PROXY: '127.0.0.1' }, ...companies);
await query(
  product.databaseUrl,
  `update auth.users set status = 'inactive' where id = 'inactive-user';
   update auth.oauth_applications set revoked_at = now() where client_id = 'revoked-client'`,
);

it('The audit names a grant: who, what, when, from which address, under which request id, and nothing else', async () => {
  const before = Date.now();
  const token = await sendRequest('grant', 'acme-client', secret, '203.0.113.7').expect(200);
  const [event] = await eventsOf('grant');
  const { accessToken } = token.body as { accessToken: string };
  const { header, payload } = jwt.decode(accessToken, { complete: true }) ?? {};
  const secretsOf = `select id from auth.client_secrets where client_id = 'acme-client'`;
  const [used] = await query<{ id: string }>(product.databaseUrl, secretsOf);
  expect(event).toEqual({
    id: expect.any(String),
    occurred_at: expect.any(Date),
    event: 'token.granted',
    actor: 'application',
    client_id: 'acme-client',
    address: '203.0.113.7',
    request_id: 'grant',
    reason: null,
    details: { userId: 'acme-user', secretId: used?.id, tokenId: (payload as jwt.JwtPayload).jti, keyId: header?.kid },
  });
  expect(event?.occurred_at.getTime()).toBeGreaterThanOrEqual(before);
  expect(event?.occurred_at.getTime()).toBeLessThanOrEqual(Date.now());
});

it.each([
  ['unknown_client', 'nobody-client', secret, 401],
  ['wrong_secret', 'acme-client', 'another-secret', 401],
  ['wrong_secret', 'revoked-client', 'another-secret', 401],
  ['revoked_application', 'revoked-client', secret, 401],
  ['inactive_user', 'inactive-client', secret, 403],
])(
  'The audit names a refusal and its reason, %s, of %s, and nothing else',
  async (reason, clientId, clientSecret, status) => {
    const requestId = `refused-${reason}-${clientId}`;
    await sendRequest(requestId, clientId, clientSecret, '2001:db8:1:2:3::4').expect(status);
    const [event] = await eventsOf(requestId);
    expect(event).toEqual({
      ...{ id: expect.any(String), occurred_at: expect.any(Date), request_id: requestId },
      ...{ event: 'token.refused', actor: 'application', client_id: clientId, address: '2001:db8:1:2::/64' },
      ...{ reason, details: {} },
    });
  },
);

it('The audit names what an application read or was refused only with a token of that application', async () => {
  const auth = connectRpc(authService, { address: product.authAddress, deadlineMs: 10_000 });
  const authorization = `Bearer ${await tokenOf(product.url, 'acme')}`;
  const record = (kind: 'copy' | 'refusal', clientId: string, requestId: string, own: object) =>
    auth.Record({ kind, clientId, userId: 'acme-user', details: {}, reason: '' }, { requestId, ...own });
  await record('copy', 'acme-client', 'own-read', { authorization });
  expect(await eventsOf('own-read')).toMatchObject([{ event: 'copy.begun', client_id: 'acme-client' }]);
  await expect(record('copy', 'acme-client', 'no-token', {})).rejects.toMatchObject({ code: 'missing_token' });
  for (const kind of ['copy', 'refusal'] as const)
    await expect(record(kind, 'inactive-client', 'other', { authorization })).rejects.toMatchObject({
      code: 'forbidden',
    });
  const unknown = record(7 as unknown as 'copy', 'acme-client', 'other', { authorization });
  await expect(unknown).rejects.toMatchObject({ code: 'validation_error' });
  auth.close();
});

it('The audit names a person only with a token of a trusted issuer, and of the details those that it knows', async () => {
  const auth = connectRpc(authService, { address: product.authAddress, deadlineMs: 10_000 });
  const read = { kind: 'copy', reason: '' } as const;
  const nobody = auth.Record({ ...read, clientId: '', userId: 'acme-user', details: {} }, { requestId: 'nobody' });
  await expect(nobody).rejects.toMatchObject({ code: 'missing_token' });
  const details = { report: `p\0${'x'.repeat(300)}`, 'a\0b': 'x', ['k'.repeat(1_000_000)]: 'x' };
  const authorization = `Bearer ${await tokenOf(product.url, 'acme')}`;
  const own = { requestId: 'details', authorization };
  await auth.Record({ ...read, clientId: 'acme-client', userId: 'acme-user', details }, own);
  expect(await eventsOf('details')).toMatchObject([{ details: { report: `p\uFFFD${'x'.repeat(198)}` } }]);
  auth.close();
});

it('The audit leaves out and logs a row that Postgres refuses, and writes the others, also at the end', async () => {
  const lines: string[] = [];
  const database = openAuthDatabase({
    DATABASE_URL: product.databaseUrl,
    DATABASE_POOL_SIZE: 1,
    statementTimeoutMs: 2_000,
  });
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const audit = openAudit(database, { log, metrics: new Registry() });
  const event = { event: 'token.granted', actor: 'application' } as const;
  for (const requestId of ['before', 'refused', 'after'])
    audit.record({ ...event, requestId, ...(requestId === 'refused' && { details: { 'a\0b': 'x' } }) });
  await audit.close();
  await database.close();
  expect([await eventsOf('before'), await eventsOf('after')]).toMatchObject([[event], [event]]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ row: { requestId: 'refused' } }]);
});

it('The audit is append-only, until a row is 90 days old', async () => {
  await sendRequest('kept', 'acme-client', secret, '192.0.2.102').expect(200);
  const [event] = await eventsOf('kept');
  for (const statement of [
    `update auth.audit_events set actor = 'nobody'`,
    'delete from auth.audit_events',
    'truncate auth.audit_events',
  ]) {
    await expect(query(product.databaseUrl, statement)).rejects.toThrow(/auth\.audit_events is append-only/);
  }
  expect(await eventsOf('kept')).toEqual([event]);
  await query(
    product.databaseUrl,
    `insert into auth.audit_events (id, occurred_at, event, actor, request_id)
     values (gen_random_uuid(), now() - interval '91 days', 'token.granted', 'application', 'old')`,
  );
  await query(product.databaseUrl, `delete from auth.audit_events where request_id = 'old'`);
});

it('The audit delays and fails no grant while it cannot be written, and is whole once it can', async () => {
  const unlock = await lockTable(product.databaseUrl, 'auth.audit_events');
  const ids = Array.from({ length: 20 }, (_, index) => `locked-${index}`);
  try {
    for (const [index, id] of ids.entries()) {
      await sendRequest(id, 'acme-client', secret, `192.0.2.${index}`).expect(200);
    }
  } finally {
    await unlock();
  }
  for (const id of ids) expect(await eventsOf(id)).toHaveLength(1);
});

it('The audit is written to the end when the process stops', async () => {
  const address = '192.0.2.103';
  for (let index = 0; index < 5; index += 1)
    await sendRequest(`last-${index}`, 'acme-client', secret, address).expect(200);
  await product.stop();
  const [written] = await query<{ grants: string }>(
    product.databaseUrl,
    'select count(*) as grants from auth.audit_events where address = $1',
    [address],
  );
  expect(written).toEqual({ grants: '5' });
});

it('The audit keeps ten thousand events while the database cannot be written, and counts the others', async () => {
  const metrics = new Registry();
  const DATABASE_URL = 'postgres://127.0.0.1:1/nowhere';
  const database = openAuthDatabase({ DATABASE_URL, DATABASE_POOL_SIZE: 1, statementTimeoutMs: 1_000 });
  const audit = openAudit(database, { log: pino({ level: 'silent' }), metrics });
  for (let index = 0; index < 10_007; index += 1) audit.record({ event: 'token.granted', actor: 'application' });
  await audit.close();
  await database.close();
  const [dropped] = await metrics.getMetricsAsJSON();
  expect(dropped?.values).toEqual([{ labels: {}, value: 7 }]);
});

function sendRequest(requestId: string, clientId: string, clientSecret: string, address = '198.51.100.1') {
  return request(product.url)
    .post('/auth/token')
    .set({ 'X-Request-Id': requestId, 'X-Forwarded-For': address })
    .send({ clientId, clientSecret });
}

type Row = { occurred_at: Date; event: string };

/** What is written of the request, once something is. */
async function eventsOf(requestId: string): Promise<Row[]> {
  let rows: Row[] = [];
  await until(`the audit of ${requestId}`, async () => {
    rows = await query<Row>(product.databaseUrl, 'select * from auth.audit_events where request_id = $1', [requestId]);
    return rows.length > 0;
  });
  return rows;
}

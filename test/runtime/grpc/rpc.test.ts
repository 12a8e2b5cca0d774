import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import { service } from 'grpc-health-check';
import { startChild } from '../../../local/child.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { freePort } from '../../../local/free-port.ts';
import { authService, reportingService } from '../../../proto/load.ts';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load, startProduct } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { lockTable, untilStatements } from '../../support/postgres/waiting.ts';
import { company, secret, tokenOf } from '../../support/fixtures.ts';
import { pepperSetting } from '../../support/pepper.ts';

let product: Product;
let auth: Client;
let reporting: Client;
let authorization: string;

beforeAll(async () => {
  product = await startProduct();
  await load(product.databaseUrl, company('acme'));
  auth = new Client(product.authAddress, credentials.createInsecure());
  authorization = `Bearer ${await tokenOf(product.url, 'acme')}`;
  reporting = new Client(product.reportingAddress, credentials.createInsecure());
});
afterAll(async () => {
  auth.close();
  reporting.close();
  await product.stop();
});

const healthCheck = service.Check as Method;
const issueToken = { clientId: 'acme-client', clientSecret: secret, grantType: 'client_credentials' };
const listTimesheets = {
  report: 'timesheets',
  fromDate: '2024-01-01',
  toDate: '2024-12-31',
  sortField: 'contract',
  page: 1,
  itemsPerPage: 10,
};

describe('both services', () => {
  it('answer the standard health service', async () => {
    for (const client of [auth, reporting]) {
      expect(await call(client, healthCheck, { service: '' })).toEqual({ status: 'SERVING' });
      expect(await failure(client, healthCheck, { service: 'nobody' })).toMatchObject({
        code: status.NOT_FOUND,
      });
    }
  });

  it('refuse a method that they do not have', async () => {
    for (const client of [auth, reporting]) {
      const unknown = { ...authService.IssueToken, path: '/clientreporting.auth.Auth/Nothing' };
      expect(await failure(client, unknown, issueToken)).toMatchObject({ code: status.UNIMPLEMENTED });
    }
  });
});

it('an error arrives with its code in the metadata of the status', async () => {
  const error = await failure(auth, authService.IssueToken, { ...issueToken, clientSecret: 'wrong' });
  expect(error.code).toBe(status.UNAUTHENTICATED);
  expect(error.details).toBe('The client ID or the client secret is wrong.');
  expect(error.metadata.get('error-code')).toEqual(['invalid_client']);
});

it('an error of the account arrives as the ApiError that was thrown', async () => {
  const client = connectRpc(authService, { address: product.authAddress, deadlineMs: 5_000 });
  const account = (clientId: string, userId: string) =>
    client.GetAccount({ clientId, userId, tokenId: '', tokenGeneration: 0, externalId: '' }, { requestId: 'test' });
  expect(await account('acme-client', 'acme-user')).toEqual({ companyId: 'acme', userId: 'acme-user', networks: [] });
  await expect(account('nobody', 'acme-user')).rejects.toMatchObject({ name: 'ApiError', code: 'invalid_token' });
  await expect(account('acme-client', 'nobody')).rejects.toMatchObject({ name: 'ApiError', code: 'invalid_token' });
  client.close();
});

it('a deadline that passes ends the call, and its statement in Postgres', async () => {
  for (const { client, method, request, table, program } of [
    { client: auth, method: authService.IssueToken, request: issueToken, table: 'auth.users', program: 'auth' },
    {
      client: reporting,
      method: reportingService.List,
      request: listTimesheets,
      table: 'reporting.timesheet_days',
      program: 'reporting',
    },
  ]) {
    const unlock = await lockTable(product.databaseUrl, table);
    try {
      const late = failure(client, method, request, Date.now() + 1_500);
      await untilStatements(product.databaseUrl, program, 1);
      expect(await late).toMatchObject({ code: status.DEADLINE_EXCEEDED });
      await untilStatements(product.databaseUrl, program, 0);
    } finally {
      await unlock();
    }
    expect(await call(client, method, request)).toBeDefined();
  }
});

it('two auth processes that start at once on an empty database agree on one signing key', async () => {
  const databaseUrl = await createDatabase('template1');
  await migrateUp(databaseUrl, schemas);
  const children = [await freePort(), await freePort()].map((port) =>
    startChild(
      'auth',
      'services/auth/main.js',
      { PATH: process.env.PATH, DATABASE_URL: databaseUrl, GRPC_LISTEN: `127.0.0.1:${port}`, ...pepperSetting },
      'pipe',
    ),
  );
  try {
    const answers = await Promise.all(
      children.map(async ({ ready }) => {
        const client = connectRpc(authService, { address: await ready, deadlineMs: 5_000 });
        return client.ListSigningKeys({}, { requestId: 'test' }).finally(client.close);
      }),
    );
    expect(answers[0]?.keys).toEqual([
      { kid: expect.any(String), publicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/) },
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await query(databaseUrl, 'select kid from auth.signing_keys')).toEqual([{ kid: answers[0]?.keys[0]?.kid }]);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
});

type Method = {
  path: string;
  requestSerialize: (request: never) => Buffer;
  responseDeserialize: (bytes: Buffer) => unknown;
};

function call(client: Client, method: Method, request: object, deadline = Date.now() + 10_000): Promise<unknown> {
  const metadata = new Metadata();
  metadata.set('authorization', authorization);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize as (request: object) => Buffer,
      method.responseDeserialize,
      request,
      metadata,
      { deadline },
      (error, reply) => (error ? reject(error) : resolve(reply)),
    );
  });
}

async function failure(client: Client, method: Method, request: object, deadline?: number): Promise<ServiceError> {
  return call(client, method, request, deadline).then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => error as ServiceError,
  );
}

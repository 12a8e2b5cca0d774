import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { company, paymentsPath } from '../support/fixtures.ts';
import { freePort } from '../../local/free-port.ts';
import { adminJson } from '../support/programs/admin-command.ts';
import { root, startCommand } from '../support/programs/command.ts';
import type { Command } from '../support/programs/command.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';

const version = '26.7.3';
const cache = path.join(root, 'node_modules/.cache/keycloak');
const home = path.join(cache, `keycloak-${version}`);
const audience = 'https://reports.example.com/mcp';
const userId = '5f0c1f0e-0000-4000-8000-000000000001';

let keycloak: Command;
let product: Product;
let base: string;

beforeAll(async () => {
  await installKeycloak();
  await rm(path.join(home, 'data'), { recursive: true, force: true });
  await mkdir(path.join(home, 'data/import'), { recursive: true });
  await writeFile(path.join(home, 'data/import/reports.json'), JSON.stringify(realm));
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const options = ['--import-realm', `--http-port=${port}`, '--http-host=127.0.0.1', '--cache=local'];
  keycloak = startCommand(path.join(home, 'bin/kc.sh'), ['start-dev', ...options], {
    KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
    KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin',
  });
  const issuer = `${base}/realms/reports`;
  await until(
    'Keycloak runs',
    () =>
      fetch(issuer).then(
        ({ ok }) => ok,
        () => false,
      ),
    540_000,
  );
  product = await startProduct({ ...unlimited, TRUSTED_ISSUERS: JSON.stringify([{ issuer, audience }]) });
  await load(product.databaseUrl, company('acme'));
  await adminJson(product.databaseUrl, 'users', 'link', 'acme-user', userId);
}, 900_000);
afterAll(async () => {
  process.kill(-keycloak.pid);
  await Promise.all([keycloak.ended, product.stop()]);
});

it("Keycloak's access tokens open the reports, its other tokens and those of other clients do not", async () => {
  const { access_token: access, id_token: id, refresh_token: refresh } = await tokensOf('reports', 'portal', 'ana');
  expect(await answerOf(access)).toBe(200);
  expect(await answerOf((await tokensOf('reports', 'other', 'ana')).access_token)).toBe(401);
  for (const token of [id, refresh]) expect(await answerOf(token)).toBe(401);
  expect(await answerOf((await tokensOf('reports', 'portal', 'eve')).access_token)).toBe(401);
});

/** What docs/operations/sign-in.md tells to set up. */
const realm = {
  realm: 'reports',
  enabled: true,
  sslRequired: 'none',
  users: [personOf('ana', userId), personOf('eve', '5f0c1f0e-0000-4000-8000-000000000002')],
  clients: [
    {
      ...clientOf('portal'),
      attributes: { 'access.token.header.type.rfc9068': 'true' },
      protocolMappers: [
        {
          name: 'audience',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-audience-mapper',
          config: { 'included.custom.audience': audience, 'access.token.claim': 'true' },
        },
      ],
    },
    clientOf('other'),
  ],
};

function personOf(username: string, id: string) {
  const names = { email: `${username}@example.com`, emailVerified: true, firstName: 'A', lastName: 'B' };
  return { id, username, ...names, enabled: true, credentials: [{ type: 'password', value: username }] };
}

function clientOf(clientId: string) {
  return { clientId, publicClient: true, directAccessGrantsEnabled: true, enabled: true };
}

async function installKeycloak(): Promise<void> {
  await mkdir(cache, { recursive: true });
  const run = promisify(execFile);
  const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
  await run('mvn', ['-q', '-B', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false']);
  await run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`]);
  await run('unzip', ['-qo', path.join(cache, `keycloak-quarkus-dist-${version}.zip`), '-d', cache]);
}

async function tokensOf(realm: string, client_id: string, username: string) {
  const form = { grant_type: 'password', client_id, username, password: username, scope: 'openid' };
  const address = `${base}/realms/${realm}/protocol/openid-connect/token`;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return (await response.json()) as { access_token: string; id_token: string; refresh_token: string };
}

async function answerOf(token: string): Promise<number> {
  const asked = request(product.url).get(`${paymentsPath}?fromDate=2026-01-01&toDate=2026-01-31`);
  return (await asked.set('Authorization', `Bearer ${token}`)).status;
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/programs/gateway.ts';
import type { Gateway } from '../support/programs/gateway.ts';
import { startPortal } from '../support/portal/portal.ts';
import type { Portal } from '../support/portal/portal.ts';
import { unlimited } from '../support/programs/product.ts';
import { exchange } from '../support/network/raw-http.ts';
import { paymentsPath } from '../support/fixtures.ts';

const end = 'Host: gateway\r\nConnection: close\r\n\r\n';
const chunked = 'Host: gateway\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
const requests: [string, number, string][] = [
  ['/health', 200, `GET /health HTTP/1.1\r\n${end}`],
  ['the document', 200, `GET /openapi.json HTTP/1.1\r\n${end}`],
  ['a page of the portal', 200, `GET /portal HTTP/1.1\r\n${end}`],
  ['a page that the portal does not have', 404, `GET /portal/nothing HTTP/1.1\r\n${end}`],
  ['an unknown path', 404, `GET /nowhere HTTP/1.1\r\n${end}`],
  ['a report without a token', 401, `GET ${paymentsPath} HTTP/1.1\r\n${end}`],
  ['HTTP that can not be read', 400, 'GARBAGE\r\n\r\n'],
  ['a body that can not be read', 400, `POST /auth/token HTTP/1.1\r\n${chunked}`],
  ['headers beyond 16 KiB', 431, `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['CONNECT', 405, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
];

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

describe.each([
  ['by default', {}, undefined],
  ['with HSTS_MAX_AGE_SECONDS', { HSTS_MAX_AGE_SECONDS: '31536000' }, 'max-age=31536000'],
] as const)('%s', (_, settings, transportSecurity) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ ...unlimited, ...settings, PORTAL_URL: portal.url });
  });
  afterAll(() => gateway.stop());

  it.each(requests)(
    `the answer to %s has ${transportSecurity ? 'the' : 'no'} Strict-Transport-Security, and no-store if it is an error`,
    async (_, status, bytes) => {
      const [response] = await exchange(gateway.url, bytes);
      expect(response?.status).toBe(status);
      expect(response?.headers['strict-transport-security']).toBe(transportSecurity);
      if (status >= 400) expect(response?.headers['cache-control']).toBe('no-store');
      else expect(response?.headers['cache-control']).not.toBe('no-store');
    },
  );
});

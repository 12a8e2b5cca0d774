import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { ChannelCredentials } from '@grpc/grpc-js';
import { describe, expect, it } from '@jest/globals';
import { authService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';
import { makeAuthority, makeCertificate } from '../../support/network/certificates.ts';
import { runCommand } from '../../support/programs/command.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { until } from '../../support/until.ts';
import { company, requestReport, tokenOf } from '../../support/fixtures.ts';
import { pepperSetting } from '../../support/pepper.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

/** Processes that talk with one another by mutual TLS. */
const { directory: temporary } = await temporaryDirectory();
const file = (name: string) => path.join(temporary, name);
const settings = { GRPC_TLS_CERT: file('tls.crt'), GRPC_TLS_KEY: file('tls.key'), GRPC_TLS_CA: file('ca.crt') };

for (const authority of ['ca', 'stranger']) await makeAuthority(temporary, authority);
for (const name of ['tls', 'renewed']) await makeCertificate(temporary, name, 'ca');
await makeCertificate(temporary, 'strange', 'stranger');
const product = await ownProduct(settings, company('acme'));

describe.each([
  ['no TLS', () => ChannelCredentials.createInsecure()],
  ['no certificate', async () => ChannelCredentials.createSsl(await read('ca.crt'))],
  [
    "another authority's certificate",
    async () =>
      ChannelCredentials.createSsl(await read('ca.crt'), await read('strange.key'), await read('strange.crt')),
  ],
])('a caller with %s', (_, credentialsOf) => {
  it.each(['authAddress', 'reportingAddress'] as const)('The service at %s refuses the caller', async (service) => {
    const client = connectRpc(authService, {
      address: product[service],
      credentials: await credentialsOf(),
      deadlineMs: 3_000,
    });
    await expect(client.ListSigningKeys({}, { requestId: 'stranger' })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    client.close();
  });
});

it('New connections see renewed certificates; a pair that is half written is not used', async () => {
  const before = await serialOf(product.authAddress);
  await copyFile(file('renewed.crt'), file('tls.crt'));
  await until('auth says that the pair does not fit', async () =>
    /"name":"auth".*keeping the old ones/.test(product.logs().join('\n')),
  );
  expect(await serialOf(product.authAddress)).toBe(before);
  await expectReport();

  await copyFile(file('renewed.key'), file('tls.key'));
  for (const address of [product.authAddress, product.reportingAddress]) {
    await until(`${address} shows the renewed certificate`, async () => (await serialOf(address)) !== before);
  }
  await product.reporting.stop();
  await product.restartReporting(async () => (await report()).status === 200);
});

const refused = async (tls: Record<string, string>) => {
  const environment = { DATABASE_URL: product.databaseUrl, GRPC_LISTEN: '127.0.0.1:0', ...pepperSetting, ...tls };
  const { status, stderr } = await runCommand('node', ['dist/services/auth/main.js'], environment);
  return { status, stderr };
};

it('A start with only some of the settings is refused', async () => {
  expect(await refused({ GRPC_TLS_CERT: settings.GRPC_TLS_CERT })).toEqual({
    status: 1,
    stderr: 'auth: GRPC_TLS_CERT, GRPC_TLS_KEY and GRPC_TLS_CA: set all three, or none.\n',
  });
});

it('A start with a file that is missing, not PEM or of another pair names the setting', async () => {
  const [absent, garbage] = [file('absent'), file('garbage')];
  await writeFile(garbage, 'no PEM');
  expect((await refused({ ...settings, GRPC_TLS_CA: absent })).stderr).toBe(
    `auth: GRPC_TLS_CA ${absent} can't be read (ENOENT).\n`,
  );
  expect((await refused({ ...settings, GRPC_TLS_KEY: garbage })).stderr).toBe(
    `auth: GRPC_TLS_KEY ${garbage} is no PEM of its kind.\n`,
  );
  expect((await refused({ ...settings, GRPC_TLS_KEY: file('strange.key') })).stderr).toBe(
    `auth: GRPC_TLS_KEY ${file('strange.key')} is not the key of GRPC_TLS_CERT ${settings.GRPC_TLS_CERT}.\n`,
  );
});

async function expectReport(): Promise<void> {
  expect((await report()).status).toBe(200);
}

async function report() {
  return requestReport(product.url, await tokenOf(product.url, 'acme'));
}

/** The serial number of the certificate that a new connection is shown. */
async function serialOf(address: string): Promise<string> {
  const [host, port] = address.split(':');
  const [ca, cert, key] = await Promise.all(['ca.crt', 'renewed.crt', 'renewed.key'].map(read));
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), ca, cert, key, ALPNProtocols: ['h2'] }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

function read(name: string): Promise<Buffer> {
  return readFile(file(name));
}

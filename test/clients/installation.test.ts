import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { secret } from '../support/fixtures.ts';
import { startPortalProduct } from '../support/portal/portal-product.ts';
import { clientFile, clientName } from '../support/programs/client-package.ts';
import { runCommand } from '../support/programs/command.ts';
import type { Product } from '../support/programs/product.ts';

let product: Product;
const temporary = await temporaryDirectory();

beforeAll(async () => {
  product = await startPortalProduct();
});
afterAll(() => product.stop());

it('An empty project installs the client from the portal, and imports or requires it', async () => {
  const project = await writeFiles(temporary.directory, {
    'package.json': '{}',
    'import.mjs': `import { createClient } from '${clientName}';${program}`,
    'require.cjs': `const { createClient } = require('${clientName}');${program}`,
  });
  const file = `${product.url}/portal/${clientFile}`;
  const run = async (...command: string[]) =>
    runCommand('sh', ['-c', 'cd "$0" && exec "$@"', project, ...command], {
      BASE_URL: product.url,
      CLIENT_SECRET: secret,
    });
  const installed = await run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', file);
  expect({ ...installed, stdout: '' }).toEqual({ status: 0, stdout: '', stderr: '' });
  for (const name of ['import.mjs', 'require.cjs']) {
    expect(await run('node', name)).toEqual({ status: 0, stdout: '676.5\n', stderr: '' });
  }
});

const program = `
const { BASE_URL: baseUrl, CLIENT_SECRET: clientSecret } = process.env;
const client = createClient({ baseUrl, clientId: 'acme-client', clientSecret });
client.scheduledPayments.list({ fromDate: '2026-01-01', toDate: '2026-12-31' }).then(
  ({ statistics }) => console.log(statistics.totalScheduledPaymentsPaidAmount),
);
`;

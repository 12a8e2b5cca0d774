import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../local/free-port.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import {
  authorizedGet,
  company,
  contract,
  payment,
  paymentsPath,
  person,
  secret,
  tokenOf,
} from '../support/fixtures.ts';
import { startRelay } from '../support/network/relay.ts';
import { query } from '../support/postgres/database.ts';
import { runCommand } from '../support/programs/command.ts';
import { ownProduct } from '../support/programs/own-product.ts';

const { directory: temporary } = await temporaryDirectory();
const today = new Date();
const day = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);

const product = await ownProduct({}, company('acme'), {
  people: [person('ana', 'Ana', 'A')],
  contracts: [contract('web')],
  scheduled_payments: [10, 100].map((ago) => payment(`p${ago}`, { scheduled_payment_on: day(ago) })),
});

it('The probe compares the answers of each report', async () => {
  const { status, stdout, stderr } = await probe();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    { report: 'scheduled-payments', version: expect.any(String) },
    { report: 'timesheets', version: expect.any(String) },
  ]);
});

it('The probe tries again where the network refuses its pod at first', async () => {
  const port = await freePort();
  const probing = probe({ url: `http://127.0.0.1:${port}` });
  await sleep(3_000);
  const relay = await startRelay(Number(new URL(product.url).port), port);
  const { status, stdout } = await probing;
  await relay.stop();
  expect({ status, lines: stdout.trim().split('\n').length }).toEqual({ status: 0, lines: 2 });
});

it('The probe fails where the answers differ', async () => {
  const add = (id: string) =>
    `insert into reporting.scheduled_payments
     select (jsonb_populate_record(p, '{"id": "${id}"}')).* from reporting.scheduled_payments p where id = 'p10'`;
  await query(product.databaseUrl, add('p11'));
  // This page is cached; then the sums of a month are changed past the triggers, so that the version stays.
  const page = `${paymentsPath}?fromDate=${day(365)}&toDate=${day(0)}`;
  await authorizedGet(product.url, await tokenOf(product.url, 'acme'), page).expect(200);
  for (const rollUp of ['payment_totals', 'payment_sums'])
    await query(
      product.databaseUrl,
      `update reporting.${rollUp} set payments_count = payments_count + 1
       where unit = 'month' and start = date_trunc('month', date '${day(100)}')`,
    );
  const { status, stderr } = await probe();
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^scheduled-payments\?.*: the page \S+ has scheduledPaymentsCount 3, the sums \S+ 4, its months 4\n$/,
    ),
  });
});

it.each([
  ['the secret is wrong', { clientSecret: 'wrong' }, /^\/auth\/token was answered by 401 .*invalid_client/],
  ['nothing answers', { url: 'http://127.0.0.1:1' }, /^\/auth\/token was not answered: .*/],
])('The probe fails where %s', async (_, wrong, message) => {
  const { status, stderr } = await probe(wrong);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(message) });
});

async function probe({ url = product.url, clientSecret = secret } = {}) {
  const files = { PROBE_CLIENT_ID: 'acme-client', PROBE_CLIENT_SECRET: clientSecret };
  const secrets = await writeFiles(temporary, files);
  // In the cluster Node 24 needs no tsx.
  return runCommand('node', ['--import', 'tsx', 'k8s/components/probe/probe.ts', url, secrets], {});
}

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportingService } from '../../../../proto/load.ts';
import { connectRpc } from '../../../../runtime/grpc/rpc-client.ts';
import { withClient } from '../../../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../../../support/programs/product.ts';
import type { Product } from '../../../support/programs/product.ts';
import { company, person, together, tokenOf } from '../../../support/fixtures.ts';

const stallMs = 1_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ ...unlimited, EXPORT_STALL_MS: String(stallMs) });
  const contract = { type: 'fixed', title: 'Web', contractor_id: 'ana', employer_id: 'ana', team_id: '', rate: '' };
  await load(
    product.databaseUrl,
    together(company('acme'), {
      people: [person('ana', 'Ana', 'Müller')],
      contracts: [{ id: 'web', company_id: 'acme', ...contract }],
    }),
  );
  // Fifteen megabytes, more than the buffers between the services hold.
  await withClient(product.databaseUrl, async (client) => {
    await client.query(
      `insert into reporting.scheduled_payments
         (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
       select 'acme', 'payment-' || n, 'web', repeat(md5(n::text), 45), n, 0, 'paid', timestamptz '2024-01-01Z'
       from generate_series(1, 10000) n`,
    );
  });
}, 60_000);
afterAll(() => product.stop());

it('Postgres does not end an export that is read slowly: the gateway decides what is too slow', async () => {
  const client = connectRpc(reportingService, { address: product.reportingAddress, deadlineMs: 60_000 });
  try {
    const authorization = `Bearer ${await tokenOf(product.url, 'acme')}`;
    const request = { fromDate: '2024-01-01', toDate: '2024-12-31', sortField: 'scheduledPaymentOn', format: 'csv' };
    let rows = 0;
    for await (const { content } of client.ExportScheduledPayments(request as never, {
      requestId: 'slow',
      authorization,
    })) {
      if (rows === 0) await sleep(4 * stallMs);
      rows += content.toString().split('\n').length - 1;
    }
    expect(rows).toBe(10_001);
  } finally {
    client.close();
  }
}, 60_000);

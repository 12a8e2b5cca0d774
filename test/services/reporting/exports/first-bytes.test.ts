import { beforeAll, expect, it } from '@jest/globals';
import { reportingService } from '../../../../proto/load.ts';
import { reports } from '../../../../proto/reports.ts';
import { connectRpc } from '../../../../runtime/grpc/rpc-client.ts';
import { formats } from '../../../../services/reporting/exports/formats/formats.ts';
import { company, tokenOf } from '../../../support/fixtures.ts';
import { load } from '../../../support/programs/product.ts';
import { sharedProduct } from '../../../support/programs/shared-product.ts';

const product = await sharedProduct();
let authorization: string;

beforeAll(async () => {
  await load(product.databaseUrl, company('first-bytes'));
  authorization = `Bearer ${await tokenOf(product.url, 'first-bytes')}`;
});

const formatNames = ['csv', 'ndjson', 'xlsx', 'parquet'] as const;

it.each(formatNames)('a file as %s has its first bytes by its first batch of rows', async (format) => {
  const definition = reports.timesheets;
  const fields = Object.keys(definition.fields).map(() => [0, 0, 0, 1, 49]);
  const copied = async function* () {
    yield Buffer.from([...Array<number>(19).fill(0), 0, fields.length, ...fields.flat()]);
    await new Promise(() => undefined);
  };
  for await (const bytes of formats[format].write(definition, copied(), 1_000)) {
    expect(bytes.length).toBeGreaterThan(0);
    break;
  }
});

it.each(formatNames)('the first message of an export as %s has bytes, where the file has any', async (format) => {
  const reporting = connectRpc(reportingService, { address: product.reportingAddress, deadlineMs: 10_000 });
  const request = {
    ...{ report: 'timesheets', format, fromDate: '2024-01-01', toDate: '2024-12-31', headersOnly: false },
    ...{ groupBy: [], sortField: 'contract', sortOrder: 'asc' },
  } as const;
  const lengths: number[] = [];
  try {
    for await (const { content } of reporting.Export(request as never, { requestId: 'first-bytes', authorization })) {
      lengths.push(content.length);
    }
  } finally {
    reporting.close();
  }
  if (format === 'ndjson') expect(lengths).toEqual([0]);
  else expect(Math.min(...lengths)).toBeGreaterThan(0);
});

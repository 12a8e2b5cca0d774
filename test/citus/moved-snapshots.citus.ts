import pg from 'pg';
import { expect, it } from '@jest/globals';
import { queryOf } from '../../services/reporting/answers/report.ts';
import { createExporter } from '../../services/reporting/exports/export.ts';
import { createExportScheduler } from '../../services/reporting/exports/export-scheduler.ts';
import { reports } from '../../services/reporting/reports.ts';
import { company, contract, payment, person, together } from '../support/fixtures.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { openReports } from '../support/reports/open-reports.ts';
import { moveCompany } from './cluster.ts';

const database = await createDatabase();
await load(
  database,
  together(company('acme'), {
    people: [person('ana', 'Ana', 'Diaz')],
    contracts: [contract('web', { contractor_id: 'ana' })],
    scheduled_payments: [payment('one', { scheduled_payment_on: '2024-05-01' })],
  }),
);
const range = { companyId: 'acme', fromDate: '2024-01-01', toDate: '2024-12-31', filters: [] };
const conditions = { leastVersion: '', ifMatch: [], ifNoneMatch: [] };

it.each([
  [
    'a file',
    async ({ servers }: ReturnType<typeof openReports>) => {
      const readFile = createExporter(reports, servers, createExportScheduler());
      const request = { ...range, ...conditions, format: 'csv', headersOnly: false } as const;
      const parts: Buffer[] = [];
      const { rows } = reports['scheduled-payments'];
      for await (const { content } of readFile(queryOf(rows, range), request, AbortSignal.timeout(60_000)))
        parts.push(content);
      return Buffer.concat(parts).toString();
    },
  ],
  [
    'changes',
    async ({ readChanges }: ReturnType<typeof openReports>) => {
      const request = { ...range, ...conditions, since: '' };
      return (await readChanges(reports['scheduled-payments'], request, AbortSignal.timeout(60_000))).json.toString();
    },
  ],
])(
  'Where the rows of a company move between two statements of %s, it is refused, and right when it is asked for again',
  async (kind, read) => {
    const name = `Of ${kind}`;
    const pool = poolWith(async () => {
      await moveCompany(database, 'acme', 'block_writes');
      await query(database, `update reporting.people set first_name = $1 where id = 'ana'`, [name]);
    });
    const opened = openReports(pool);
    await expect(read(opened)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await read(opened)).toContain(name);
    await pool.end();
  },
);

/** Its first client that runs a third statement does so after this. */
function poolWith(action: () => Promise<void>): pg.Pool {
  const pool = new pg.Pool({ connectionString: database });
  const connect = pool.connect.bind(pool);
  let isDone = false;
  const connectAndWait = async () => {
    const client = await connect();
    let statements = 0;
    const run = pg.Client.prototype.query.bind(client) as (...values: unknown[]) => unknown;
    const waiting = (...values: unknown[]) => {
      statements += 1;
      if (isDone || statements < 3) return run(...values);
      isDone = true;
      return action().then(() => run(...values));
    };
    return Object.assign(client, { query: waiting });
  };
  return Object.assign(pool, { connect: (callback?: () => void) => (callback ? connect(callback) : connectAndWait()) });
}

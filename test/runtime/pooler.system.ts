import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../local/free-port.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { installed } from '../support/programs/installed.ts';
import { changedTimes } from '../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import { untilDone } from '../support/until.ts';
import { lockTable } from '../support/postgres/waiting.ts';
import { authorizedGet, company, paymentsPath, tokenOf } from '../support/fixtures.ts';

const { directory: temporary } = await temporaryDirectory();
let bouncer: ChildProcess;
let direct: string;
let pooled: URL;

beforeAll(async () => {
  direct = await createDatabase();
  await load(direct, company('acme'));
  const { hostname, port, username, password, pathname } = new URL(direct);
  pooled = new URL(direct);
  pooled.port = String(await freePort());
  const directory = await writeFiles(temporary, {
    'pgbouncer.ini': `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooled.port}
unix_socket_dir =
auth_type = any
pool_mode = session
`,
  });
  for (const readable of [temporary, directory]) await chmod(readable, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = await installed('pgbouncer');
  bouncer = spawn(program, ['-q', ...user, path.join(directory, 'pgbouncer.ini')], { stdio: 'ignore' });
  await untilDone('the pooler answers', () => query(pooled.href, 'select'));
});
afterAll(async () => {
  const ended = once(bouncer, 'exit');
  bouncer.kill('SIGKILL');
  await ended;
});

it('The services work behind a PgBouncer that pools by session, their time limits included', async () => {
  const product = await startProduct(
    { ...unlimited, ...changedTimes({ reportingStatementMs: 1_500, reportingDeadlineMs: 60_000 }) },
    pooled.href,
  );
  try {
    const token = await tokenOf(product.url, 'acme');
    const sendRequest = (toDate: string) =>
      authorizedGet(product.url, token, paymentsPath).query({ fromDate: '2024-01-01', toDate });
    expect((await sendRequest('2024-12-31')).status).toBe(200);
    const unlock = await lockTable(direct, 'reporting.scheduled_payments');
    const refused = await sendRequest('2024-12-30');
    await unlock();
    expect(refused.body).toMatchObject({ error: 'service_unavailable' });
    expect((await sendRequest('2024-12-30')).status).toBe(200);
  } finally {
    await product.stop();
  }
});

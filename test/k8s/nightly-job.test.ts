import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { freePort } from '../../local/free-port.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { startRelay } from '../support/network/relay.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { root, runCommand, startCommand } from '../support/programs/command.ts';
import { until } from '../support/until.ts';

type CronJob = {
  kind: string;
  spec: { jobTemplate: { spec: { template: { spec: { containers: { name: string; args: string[] }[] } } } } };
};

it('the jobs of the night and the hour prune the audit, fold and reconcile, with no setting but the database', async () => {
  const database = await createDatabase();
  await query(
    database,
    `insert into auth.audit_events (id, occurred_at, event, actor)
     select gen_random_uuid(), now() - days * interval '1 day', 'token.granted', 'application'
     from unnest(array[400, 300]) days`,
  );
  for (const { name, args } of containers('base/reconcile.yaml')) {
    const [program = '', ...rest] = args;
    const { status, stderr } = await runCommand(program, rest, { DATABASE_URL: database, NODE_ENV: 'production' });
    expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
  }
  const left = await query(database, 'select event, actor from auth.audit_events order by occurred_at');
  expect(left).toEqual([
    { event: 'token.granted', actor: 'application' },
    { event: 'audit.pruned', actor: 'operator:nightly' },
  ]);
});

it('they and the import wait where the network refuses their pod at first, as long as it does not know its policies', async () => {
  const url = new URL(await createDatabase());
  const serverPort = Number(url.port);
  url.port = String(await freePort());
  const folder = await writeFiles((await temporaryDirectory()).directory, { 'companies.csv': 'id,name\nacme,Acme\n' });
  const commands = [...containers('base/reconcile.yaml'), ...containers('components/import/import.yaml')].map(
    ({ args: [program = '', ...rest] }) =>
      startCommand(
        program,
        rest.map((one) => (one === '/import' ? folder : one)),
        { DATABASE_URL: url.href },
      ),
  );
  for (const command of commands) await until('it waits', () => command.stderr().includes('waiting for the database'));
  const relay = await startRelay(serverPort, Number(url.port));
  try {
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual(commands.map(() => 0));
  } finally {
    await relay.stop();
  }
});

function containers(file: string) {
  const manifest = readFileSync(path.join(root, 'k8s', file), 'utf8');
  return parseAllDocuments(manifest)
    .map((document) => document.toJS() as CronJob)
    .filter(({ kind }) => kind === 'CronJob')
    .flatMap(({ spec }) => spec.jobTemplate.spec.template.spec.containers);
}

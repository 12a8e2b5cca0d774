import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { freePort } from '../../local/free-port.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { startRelay } from '../support/network/relay.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { root, startCommand } from '../support/programs/command.ts';
import { until } from '../support/until.ts';

type CronJob = {
  kind: string;
  spec: { jobTemplate: { spec: { template: { spec: { containers: { name: string; args: string[] }[] } } } } };
};

it('The jobs of the night and the hour and the import wait where the network refuses their pod at first, then prune the audit, fold and reconcile', async () => {
  const database = await createDatabase();
  await query(
    database,
    `insert into auth.audit_events (id, occurred_at, event, actor)
     select gen_random_uuid(), now() - days * interval '1 day', 'token.granted', 'application'
     from unnest(array[400, 300]) days`,
  );
  // It refuses them as long as it does not know its policies.
  const port = await freePort();
  const DATABASE_URL = Object.assign(new URL(database), { port }).href;
  const folder = await writeFiles((await temporaryDirectory()).directory, { 'companies.csv': 'id,name\nacme,Acme\n' });
  const commands = ['base/reconcile.yaml', 'components/import/import.yaml'].flatMap(containers).map(({ args }) => {
    const [program = '', ...rest] = args.map((one) => (one === '/import' ? folder : one));
    return startCommand(program, rest, { DATABASE_URL, NODE_ENV: 'production' });
  });
  for (const command of commands) await until('it waits', () => command.stderr().includes('waiting for the database'));
  const relay = await startRelay(Number(new URL(database).port), port);
  const statuses = await Promise.all(commands.map(({ ended }) => ended));
  await relay.stop();
  expect(statuses).toEqual(commands.map(() => 0));
  const left = await query(database, 'select event, actor from auth.audit_events order by occurred_at');
  expect(left).toEqual([
    { event: 'token.granted', actor: 'application' },
    { event: 'audit.pruned', actor: 'operator:nightly' },
  ]);
});

function containers(file: string) {
  const manifest = readFileSync(path.join(root, 'k8s', file), 'utf8');
  return parseAllDocuments(manifest)
    .map((document) => document.toJS() as CronJob)
    .filter(({ kind }) => kind === 'CronJob')
    .flatMap(({ spec }) => spec.jobTemplate.spec.template.spec.containers);
}

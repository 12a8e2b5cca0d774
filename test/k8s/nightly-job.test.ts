import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root, runCommand } from '../support/programs/command.ts';
import { createDatabase, query } from '../support/postgres/database.ts';

type CronJob = {
  kind: string;
  spec: { jobTemplate: { spec: { template: { spec: { containers: { name: string; args: string[] }[] } } } } };
};

it('the nightly job prunes the audit, folds and reconciles, with no setting but the database', async () => {
  const database = await createDatabase();
  await query(
    database,
    `insert into auth.audit_events (id, occurred_at, event, actor)
     select gen_random_uuid(), now() - days * interval '1 day', 'token.granted', 'application'
     from unnest(array[400, 300]) days`,
  );
  const manifest = readFileSync(path.join(root, 'k8s/base/reconcile.yaml'), 'utf8');
  const [job] = parseAllDocuments(manifest)
    .map((document) => document.toJS() as CronJob)
    .filter(({ kind }) => kind === 'CronJob');
  for (const { name, args } of job?.spec.jobTemplate.spec.template.spec.containers ?? []) {
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

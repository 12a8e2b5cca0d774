import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { runCommand } from '../support/command.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { temporaryDirectory } from '../support/files.ts';
import { installed } from '../support/installed.ts';
import { startRedis } from '../support/redis/redis.ts';
import { readManifest } from './manifests.ts';
import type { Workload } from './manifests.ts';

let nameless: Record<string, string>;
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  temporary = await temporaryDirectory();
  const none = path.join(temporary.directory, 'none');
  await writeFile(none, '');
  // As in a container, whose user id has no line in /etc/passwd.
  nameless = {
    LD_PRELOAD: await installed('libnss_wrapper.so', 'libnss-wrapper'),
    NSS_WRAPPER_PASSWD: none,
    NSS_WRAPPER_GROUP: none,
  };
});
afterAll(() => temporary.remove());

it('the readiness probe of Postgres succeeds for a user without a name', async () => {
  const { port } = new URL(await createDatabase());
  const [program = '', ...parameters] = await readinessCommand('postgres');
  await installed(program, 'postgresql-client');
  const { status, stdout, stderr } = await runCommand(program, parameters, { ...nameless, PGPORT: port });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(`127.0.0.1:${port} - accepting connections\n`);
});

it('the readiness probe of Redis succeeds for a user without a name', async () => {
  const redis = await startRedis();
  try {
    const [program = '', ...parameters] = await readinessCommand('redis');
    await installed(program, 'redis-tools');
    const { status, stdout } = await runCommand(program, ['-p', String(redis.port), ...parameters], nameless);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'PONG\n' });
  } finally {
    await redis.stop();
  }
});

async function readinessCommand(name: string): Promise<string[]> {
  const documents = parseAllDocuments(await readManifest(`overlays/local/${name}.yaml`));
  const set = documents.map((document) => document.toJS() as { kind: string } & Workload).find(isStatefulSet);
  return set?.spec.template.spec.containers[0]?.readinessProbe?.exec?.command ?? [];
}

function isStatefulSet({ kind }: { kind: string }): boolean {
  return kind === 'StatefulSet';
}

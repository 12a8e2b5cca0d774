import { beforeAll, expect, it } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root, runCommand } from '../support/programs/command.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { temporaryDirectory } from '../support/files.ts';
import { installed } from '../support/programs/installed.ts';
import { startRedis } from '../support/redis/redis.ts';
import { readManifest } from './manifests.ts';

let nameless: Record<string, string>;
const { directory: temporary } = await temporaryDirectory();

beforeAll(async () => {
  const none = path.join(temporary, 'none');
  await writeFile(none, '');
  // As in a container, whose user id has no line in /etc/passwd.
  nameless = {
    LD_PRELOAD: await installed('libnss_wrapper.so'),
    NSS_WRAPPER_PASSWD: none,
    NSS_WRAPPER_GROUP: none,
  };
});

it.each(['overlays/local/postgres.yaml', 'components/citus/nodes.yaml'])(
  'the probe of Postgres in %s succeeds for a user without a name',
  async (file) => {
    const { port } = new URL(await createDatabase());
    const [program = '', ...parameters] = await commandIn(file);
    await installed(program);
    const { status, stdout, stderr } = await runCommand(program, parameters, { ...nameless, PGPORT: port });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`127.0.0.1:${port} - accepting connections\n`);
  },
);

it('the probe of Redis succeeds for a user without a name', async () => {
  const redis = await startRedis();
  try {
    const [program = '', ...parameters] = await commandIn('overlays/local/redis.yaml');
    await installed(program);
    const { status, stdout } = await runCommand(program, ['-p', String(redis.port), ...parameters], nameless);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'PONG\n' });
  } finally {
    await redis.stop();
  }
});

it('no other file has a probe that runs a program', async () => {
  const files = (await readdir(path.join(root, 'k8s'), { recursive: true })).filter((file) => file.endsWith('.yaml'));
  const withProbes = [];
  for (const file of files) if ((await commandsIn(file)).length > 0) withProbes.push(file);
  expect(withProbes.toSorted()).toEqual([
    'components/citus/nodes.yaml',
    'overlays/local/postgres.yaml',
    'overlays/local/redis.yaml',
  ]);
});

/** Of the one probe in a file that runs a program. */
async function commandIn(file: string): Promise<string[]> {
  const commands = await commandsIn(file);
  expect(commands).toHaveLength(1);
  return commands[0] ?? [];
}

async function commandsIn(file: string): Promise<string[][]> {
  const documents = parseAllDocuments(await readManifest(file));
  return documents.flatMap((document) => probesIn(document.toJS()));
}

function probesIn(value: unknown, field = ''): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const { exec } = value as { exec?: { command: string[] } };
  if (field.endsWith('Probe')) return exec ? [exec.command] : [];
  return Object.entries(value).flatMap(([key, entry]) => probesIn(entry, key));
}

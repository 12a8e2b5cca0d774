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

const postgres = async () => {
  const { port } = new URL(await createDatabase());
  const answer = `127.0.0.1:${port} - accepting connections\n`;
  return { settings: { PGPORT: port }, args: [], answer, stop: async () => undefined };
};
const redis = async () => {
  const { port, stop } = await startRedis();
  return { settings: {}, args: ['-p', String(port)], answer: 'PONG\n', stop };
};

/** Each that has a probe which runs a program, and what the program is to find. */
const files = {
  'components/citus/nodes.yaml': postgres,
  'overlays/local/postgres.yaml': postgres,
  'overlays/local/redis.yaml': redis,
};

it.each(Object.entries(files))('The probe in %s succeeds for a user without a name', async (file, start) => {
  const { settings, args, answer, stop } = await start();
  const [[program = '', ...parameters] = [], ...others] = await commandsIn(file);
  expect(others).toEqual([]);
  await installed(program);
  const result = await runCommand(program, [...args, ...parameters], { ...nameless, ...settings });
  await stop();
  expect(result).toMatchObject({ status: 0, stdout: answer });
});

it('Only this file has a probe that runs a program', async () => {
  const all = (await readdir(path.join(root, 'k8s'), { recursive: true })).filter((file) => file.endsWith('.yaml'));
  const withProbes = [];
  for (const file of all) if ((await commandsIn(file)).length > 0) withProbes.push(file);
  expect(withProbes.toSorted()).toEqual(Object.keys(files));
});

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

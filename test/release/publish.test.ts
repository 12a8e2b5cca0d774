import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packManifests } from '../../release/publish/archive.ts';
import { prepare } from '../../release/publish/prepare.ts';
import { temporaryDirectory } from '../support/files.ts';
import { root, runCommand } from '../support/programs/command.ts';

/** A copy of what a release changes and packs. */
let copy: string;
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
const git = (...args: string[]) =>
  execFileSync('git', ['-C', copy, '-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args]).toString();

beforeAll(async () => {
  temporary = await temporaryDirectory();
  copy = path.join(temporary.directory, 'copy');
  for (const part of ['k8s', 'release', 'package.json', 'package-lock.json', 'client/package.json'])
    await cp(path.join(root, part), path.join(copy, part), { recursive: true });
  await writeFile(path.join(copy, 'CHANGELOG.md'), '# Changelog\n\n## 1.4.0-rc.1, not released\n\n- All.\n');
  git('init', '--quiet');
  prepare(copy, '1.4.0-rc.1', '2026-11-23');
  git('add', '.');
  git('commit', '--quiet', '--message', 'release');
});
afterAll(() => temporary.remove());

const text = (file: string) => readFile(path.join(copy, file), 'utf8');

it('a release is prepared in the files that name it, unless the changelog lacks it', async () => {
  expect(await text('CHANGELOG.md')).toContain('\n## 1.4.0-rc.1, 2026-11-23\n');
  for (const file of ['package.json', 'package-lock.json'])
    expect(await text(file)).toContain('"version": "1.4.0-rc.1"');
  const production = await text('k8s/overlays/production/kustomization.yaml');
  expect(production).toContain('newTag: 1.4.0-rc.1 }');
  expect(production).toContain('value: migrate-1-4-0-rc-1 }');
  expect(await text('k8s/overlays/production/yours.yaml')).toContain('/blob/1.4.0-rc.1/k8s');
  const released = JSON.parse(await text('release/migrations/released.json')) as Record<string, object>;
  expect(released['auth 0001-baseline']).toMatchObject({ release: expect.any(String) });
  expect(() => prepare(copy, '1.5.0')).toThrow('CHANGELOG.md has no ^## 1\\.5\\.0, not released$');
});

it('the manifests of a release are the same bytes each time, and render with its image by digest', async () => {
  const image = `registry.example.com/team/client-reporting-api@sha256:${'0123456789abcdef'.repeat(4)}`;
  const pack = async (name: string) => {
    const out = path.join(temporary.directory, name);
    await mkdir(out);
    return packManifests(copy, out, { version: '1.4.0-rc.1', image, commit: git('rev-parse', 'HEAD').trim() });
  };
  const [first, second] = [await pack('first'), await pack('second')];
  expect(await readFile(second)).toEqual(await readFile(first));
  const unpacked = path.join(temporary.directory, 'unpacked');
  await mkdir(unpacked);
  execFileSync('tar', ['-xzf', first, '-C', unpacked]);
  const { status, stdout, stderr } = await runCommand('kubectl', ['kustomize', `${unpacked}/overlays/production`], {});
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const images = [...stdout.matchAll(/image: (.*client-reporting-api.*)/g)].map(([, named]) => named);
  expect(new Set(images)).toEqual(new Set([image]));
  expect(stdout).toContain('name: migrate-1-4-0-rc-1\n');
});

it('a dry run prints what would be pushed and signed; without it, only the tag is published', async () => {
  const args = [
    '--import',
    'tsx',
    'release/publish/main.ts',
    'publish',
    '1.4.0-rc.1',
    '--registry',
    'registry.example.com',
  ];
  const { status, stdout, stderr } = await runCommand('node', [...args, '--dry-run'], {});
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'docker buildx build',
    'cosign sign --yes',
    'oras push --annotation',
    'cosign sign --yes',
    expect.stringMatching(/^# \.release/),
    '',
  ]);
  // A tag can be moved between the push and the signature.
  expect(stdout).not.toMatch(/^cosign sign (?!.*@sha256:)/m);
  expect(stdout).toMatch(/--platform linux\/amd64,linux\/arm64 .*--sbom=true --provenance=mode=max/);
  const refused = await runCommand('node', args, {});
  expect(refused).toMatchObject({ stdout: '', stderr: expect.stringMatching(/not committed|not checked out/) });
});

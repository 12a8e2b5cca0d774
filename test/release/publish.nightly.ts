import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packManifests } from '../../release/publish/archive.ts';
import { temporaryDirectory } from '../support/files.ts';
import { root, runCommand } from '../support/programs/command.ts';

/** A copy of the repository, whose release this makes. */
let copy: string;
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
const author = { GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test@example.com' };
const env = { ...process.env, ...author, GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test@example.com' };
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, env, encoding: 'utf8' });
const prepare = (version: string) =>
  execFileSync('node', ['--import', 'tsx', 'release/publish/main.ts', 'prepare', version], {
    cwd: copy,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
const version = '1.4.0-rc.1';

beforeAll(async () => {
  temporary = await temporaryDirectory();
  copy = path.join(temporary.directory, 'copy');
  const left = ['node_modules', 'dist', '.git', '.cache', '.release'];
  await cp(root, copy, { recursive: true, filter: (file) => !left.includes(path.relative(root, file)) });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  git('init', '--quiet');
  await appendFile(path.join(copy, '.git/info/exclude'), 'node_modules\n');
  await writeFile(path.join(copy, 'CHANGELOG.md'), `# Changelog\n\n## ${version}, not released\n\n- All.\n`);
  commit();
  expect(() => prepare(version)).toThrow(`docs/operations/upgrades.md has no row of ${version}`);
  await appendFile(path.join(copy, 'docs/operations/upgrades.md'), `| ${version} | none | none | 0 | nothing |\n`);
  expect(() => prepare(version)).toThrow('There are changes that are not committed.');
  commit();
  prepare(version);
}, 180_000);
afterAll(() => temporary.remove());

function commit(): void {
  git('add', '.');
  git('commit', '--quiet', '--message', 'test');
}

const text = (file: string) => readFile(path.join(copy, file), 'utf8');

it('a release is written where it is named, committed and tagged, unless the changelog lacks it', async () => {
  expect(await text('CHANGELOG.md')).toMatch(/\n## 1\.4\.0-rc\.1, \d{4}-\d\d-\d\d\n/);
  for (const file of ['package.json', 'package-lock.json'])
    expect(await text(file)).toContain(`"version": "${version}"`);
  expect(await text('docs/openapi.json')).toContain(`"version": "${version}"`);
  const production = await text('k8s/overlays/production/kustomization.yaml');
  expect(production).toContain('newTag: 1.4.0-rc.1 }');
  expect(production).toContain('value: migrate-1-4-0-rc-1 }');
  expect(production).toContain(`/blob/v${version}/k8s`);
  expect(production).toContain(`change-cause, value: ${version} }`);
  const released = JSON.parse(await text('release/migrations/released.json')) as Record<string, object>;
  expect(released['auth 0001-baseline']).toMatchObject({ release: expect.any(String) });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s %D').trim()).toMatch(/^chore\(release\): 1\.4\.0-rc\.1 .*tag: v1\.4\.0-rc\.1/);
  expect(git('cat-file', '-t', `v${version}`).trim()).toBe('tag');
  await appendFile(path.join(copy, 'docs/operations/upgrades.md'), '| 1.5.0 | none | none | 0 | nothing |\n');
  commit();
  expect(() => prepare('1.5.0')).toThrow('CHANGELOG.md has no ^## 1\\.5\\.0, not released$');
});

it('the manifests of a release are the same bytes each time, and render with its image by digest', async () => {
  const image = `registry.example.com/team/client-reporting-api@sha256:${'0123456789abcdef'.repeat(4)}`;
  const pack = async (name: string) => {
    const out = path.join(temporary.directory, name);
    await mkdir(out);
    return packManifests(copy, out, { version, image, commit: git('rev-parse', `v${version}^{commit}`).trim() });
  };
  const [first, second] = [await pack('first'), await pack('second')];
  expect(await readFile(second)).toEqual(await readFile(first));
  const unpacked = path.join(temporary.directory, 'unpacked');
  await mkdir(unpacked);
  execFileSync('tar', ['-xzf', first, '-C', unpacked]);
  const { status, stdout, stderr } = await runCommand(
    'kubectl',
    ['kustomize', `${unpacked}/k8s/overlays/production`],
    {},
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const images = [...stdout.matchAll(/image: (.*client-reporting-api.*)/g)].map(([, named]) => named);
  expect(new Set(images)).toEqual(new Set([image]));
  expect(stdout).toContain('name: migrate-1-4-0-rc-1\n');
  expect(await readFile(path.join(unpacked, 'CRDS'), 'utf8')).toMatch(
    /^PrometheusRule monitoring\.coreos\.com\/v1 k8s\//m,
  );
  const pages = ['k8s/runbooks', 'docs/operations'].flatMap((folder) =>
    readdirSync(path.join(unpacked, folder)).map((file) => `${folder}/${file}`),
  );
  for (const page of [...pages, 'CHANGELOG.md']) {
    const links = (await readFile(path.join(unpacked, page), 'utf8')).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g);
    const missing = [...links].filter(([, link = '']) => !existsSync(path.join(unpacked, page, '..', link)));
    expect({ page, missing }).toEqual({ page, missing: [] });
  }
});

it('a dry run prints what would be pushed and signed; without it, only the tag is published', async () => {
  const args = ['--import', 'tsx', 'release/publish/main.ts', 'publish', version, '--registry', 'registry.example.com'];
  const { status, stdout, stderr } = await runCommand('node', [...args, '--dry-run'], {});
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'docker buildx build',
    'cosign sign --yes',
    'oras push --annotation',
    'cosign sign --yes',
    'cosign sign-blob --yes',
    expect.stringMatching(/^# \.release/),
    '',
  ]);
  // A tag can be moved between the push and the signature.
  expect(stdout).not.toMatch(/^cosign sign (?!.*@sha256:)/m);
  expect(stdout).toMatch(/--platform linux\/amd64,linux\/arm64 .*--sbom=true --provenance=mode=max/);
  const refused = await runCommand('node', args, {});
  expect(refused).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]*(not committed|not checked out)[^\n]*\n$/),
  });
  // As a stranger checks what was published.
  const check = await runCommand('sh', ['-c', 'cd .release && sha256sum --check SHA256SUMS'], {});
  expect(check).toMatchObject({ status: 0, stdout: `client-reporting-k8s-${version}.tar.gz: OK\n` });
});

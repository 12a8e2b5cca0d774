import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesOf, writeRelease } from '../../release/publish/build.ts';
import { openClone } from '../../release/publish/commands.ts';
import { temporaryDirectory } from '../support/files.ts';
import { root, runCommand } from '../support/programs/command.ts';

/** A copy of the repository, whose release this makes. */
let copy: string;
const { directory: temporary } = await temporaryDirectory();
const author = { GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test@example.com' };
const env = { ...process.env, ...author, GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test@example.com' };
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, env, encoding: 'utf8' });
const release = (...args: string[]) =>
  spawnSync('node', ['--import', 'tsx', 'release/publish/main.ts', ...args], { cwd: copy, env, encoding: 'utf8' });
/** The one sentence that it ends with. */
const refusal = (...args: string[]) => {
  const { status, stdout, stderr } = release(...args);
  expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' });
  return stderr;
};
const version = '1.4.0-rc.1';

beforeAll(async () => {
  copy = path.join(temporary, 'copy');
  const left = ['node_modules', 'dist', '.git', '.cache', '.release'];
  await cp(root, copy, { recursive: true, filter: (file) => !left.includes(path.relative(root, file)) });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  git('init', '--quiet');
  await appendFile(path.join(copy, '.git/info/exclude'), 'node_modules\n');
  await writeFile(path.join(copy, 'CHANGELOG.md'), `# Changelog\n\n## ${version}, not released\n\n- All.\n`);
  commit();
  expect(refusal('prepare', version)).toBe(
    `docs/operations/upgrades.md has no row of ${version}: add one that says how long its migrations lock.\n`,
  );
  await appendFile(path.join(copy, 'docs/operations/upgrades.md'), `| ${version} | none | none | 0 | nothing |\n`);
  expect(refusal('prepare', version)).toBe(
    'There are changes that are not committed, such as "M docs/operations/upgrades.md": commit or remove them.\n',
  );
  commit();
  const { status, stderr } = release('prepare', version);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 180_000);

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
});

/** A folder as build leaves it, with a small image in place of the product's. */
async function built(
  name: string,
  labels: { version: string; revision: string },
  architecture = 'amd64',
): Promise<string> {
  const [layout, out] = [path.join(temporary, `${name}-layout`), path.join(temporary, name)];
  await mkdir(path.join(layout, 'blobs/sha256'), { recursive: true });
  await mkdir(out);
  const add = async (content: object) => {
    const text = JSON.stringify(content);
    const hash = createHash('sha256').update(text).digest('hex');
    await writeFile(path.join(layout, 'blobs/sha256', hash), text);
    return { digest: `sha256:${hash}` };
  };
  const Labels = Object.fromEntries(
    Object.entries(labels).map(([label, value]) => [`org.opencontainers.image.${label}`, value]),
  );
  const manifest = await add({ config: await add({ config: { Labels } }) });
  const attestation = { ...(await add({ layers: [] })), platform: { architecture: 'unknown', os: 'unknown' } };
  const index = await add({
    manifests: [{ ...manifest, platform: { architecture, os: 'linux' } }, attestation],
  });
  await writeFile(path.join(layout, 'index.json'), JSON.stringify({ manifests: [index] }));
  execFileSync('tar', ['-cf', path.join(out, filesOf(version).image), '-C', layout, '.']);
  writeRelease(openClone(copy), out, version, `registry.example.com/team/client-reporting-api@${index.digest}`);
  return out;
}

const released = () => ({ version, revision: git('rev-parse', `v${version}^{commit}`).trim() });

it('the manifests of a release are the same bytes each time, and render with its image by digest', async () => {
  const [folder, second] = [await built('first', released()), await built('second', released())];
  const { manifests, sums } = filesOf(version);
  expect(await readFile(path.join(second, manifests))).toEqual(await readFile(path.join(folder, manifests)));
  const check = spawnSync('sh', ['-c', `sha256sum --check ${sums}`], { cwd: folder, encoding: 'utf8' });
  expect(check).toMatchObject({ status: 0, stdout: expect.stringMatching(/^.*\.oci\.tar: OK\n.*\.tar\.gz: OK\n$/) });
  const verified = release('verify', version, folder);
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  const [, image] = /their image is (.*)\.\n$/.exec(verified.stdout) ?? [];
  const unpacked = path.join(temporary, 'unpacked');
  await mkdir(unpacked);
  execFileSync('tar', ['-xzf', path.join(folder, manifests), '-C', unpacked]);
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

it('a dry run prints what would be pushed and signed, by digests', async () => {
  await cp(path.join(temporary, 'first'), path.join(copy, '.release'), { recursive: true });
  const { status, stdout, stderr } = release('publish', version, '--dry-run');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const team = 'registry.example.com/team';
  expect(stdout.split('\n')).toEqual([
    `oras cp --from-oci-layout client-reporting-api-${version}.oci.tar:${version} ${team}/client-reporting-api:${version}`,
    expect.stringMatching(`^cosign sign --yes ${team}/client-reporting-api@sha256:[0-9a-f]{64}$`),
    expect.stringMatching(`^oras push --annotation .* ${team}/client-reporting-k8s:${version} client-reporting-k8s-`),
    expect.stringMatching(`^cosign sign --yes ${team}/client-reporting-k8s@sha256:[0-9a-f]{64}$`),
    'cosign sign-blob --yes --bundle SHA256SUMS.bundle SHA256SUMS',
    '',
  ]);
});

describe('what is wrong is said in one sentence:', () => {
  const changed = async (name: string, change: (folder: string) => unknown, labels = released()) => {
    const folder = await built(name, labels);
    await change(folder);
    return refusal('verify', version, folder);
  };

  it.each([
    ['prepare v1.5', '"v1.5" is not a version: write it as 1.1.0, or 1.1.0-rc.1.'],
    [`prepare ${version}`, `The tag v${version} exists: choose the next version.`],
    [
      'build 1.5.0 --registry registry.example.com',
      'There is no tag v1.5.0: git fetch --tags, or make it by npm run release -- prepare 1.5.0.',
    ],
    [
      `build ${version} --registry https://registry.example.com/`,
      '"https://registry.example.com/" is not a registry: write it as registry.example.com/team, without https:// and a slash at its end.',
    ],
    [
      `verify ${version} /`,
      `/ has no client-reporting-api-${version}.oci.tar: give the folder that has all files of release ${version}.`,
    ],
  ])('%s', (command, says) => {
    expect(refusal(...command.split(' '))).toBe(`${says}\n`);
  });

  it('docker without Buildx', async () => {
    const bin = path.join(temporary, 'bin');
    await mkdir(bin);
    for (const program of ['node', 'git'])
      await symlink(execFileSync('which', [program], { encoding: 'utf8' }).trim(), path.join(bin, program));
    const args = ['--import', 'tsx', 'release/publish/main.ts', 'build', version, '--registry', 'registry.example.com'];
    expect(spawnSync('node', args, { cwd: copy, env: { ...env, PATH: bin }, encoding: 'utf8' })).toMatchObject({
      status: 1,
      stderr: 'The command docker buildx does not work: install Docker with its plugin Buildx.\n',
    });
  });

  it('a file that was changed', async () => {
    const { manifests } = filesOf(version);
    const says = await changed('changed', (folder) => appendFile(path.join(folder, manifests), ' '));
    expect(says).toBe(`${manifests} is not the file that SHA256SUMS has: download it again.\n`);
  });

  it('an image of another commit', async () => {
    const { revision } = released();
    const says = await changed('other', () => undefined, { version, revision: 'f00' });
    expect(says).toBe(`The image is of version ${version}, commit f00, and not of ${version}, ${revision}.\n`);
  });

  it('an image for no platform', async () => {
    const folder = await built('none', released(), 'unknown');
    expect(refusal('verify', version, folder)).toBe('The image is for no platform.\n');
  });

  it('manifests that the tag does not have', async () => {
    const says = await changed('forged', (folder) => {
      const image = `registry.example.com/team/client-reporting-api@sha256:${'0'.repeat(64)}`;
      writeRelease(openClone(copy), folder, version, image);
    });
    expect(says).toMatch(
      /^k8s\/base\/kustomization\.yaml in client-reporting-k8s-.* is not that of the tag v1\.4\.0-rc\.1 with the image sha256:[0-9a-f]{64}\.\n$/,
    );
  });

  it('another commit than the tag', () => {
    git('commit', '--quiet', '--allow-empty', '--message', 'after the release');
    expect(refusal('publish', version)).toBe(`The tag v${version} is not checked out: git checkout v${version}\n`);
    expect(refusal('prepare', '1.5.0')).toBe(
      'docs/operations/upgrades.md has no row of 1.5.0: add one that says how long its migrations lock.\n',
    );
  });
});

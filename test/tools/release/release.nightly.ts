import { expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile, cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '../../support/files.ts';
import { root } from '../../support/programs/command.ts';

const version = '1.4.0-rc.1';

it('A release is written where it is named, committed and tagged, once its changelog and its row of upgrades are there', async () => {
  const { directory } = await temporaryDirectory();
  const copy = path.join(directory, 'copy');
  const left = ['node_modules', 'dist', '.git', '.release'];
  await cp(root, copy, { recursive: true, filter: (file) => !left.includes(path.relative(root, file)) });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const names = { GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test@example.com' };
  const env = { ...process.env, ...names, GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test@example.com' };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, env, encoding: 'utf8' });
  const release = (...args: string[]) => {
    const { status, stderr } = spawnSync('bash', ['tools/release/release.sh', ...args], {
      cwd: copy,
      env,
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  const commit = () => git('commit', '--quiet', '--all', '--message', 'test');
  const text = (file: string) => readFile(path.join(copy, file), 'utf8');
  git('init', '--quiet');
  await appendFile(path.join(copy, '.git/info/exclude'), 'node_modules\n');
  git('add', '.');
  commit();
  expect(release('prepare', '1.4').stderr).toBe('"1.4" is not a version: write it as 1.1.0, or 1.1.0-rc.1.\n');
  expect(release('prepare', version).stderr).toBe(
    `CHANGELOG.md has no section "## ${version}, not released": add it.\n`,
  );
  await writeFile(path.join(copy, 'CHANGELOG.md'), `# Changelog\n\n## ${version}, not released\n\n- All.\n`);
  expect(release('prepare', version).stderr).toMatch(/^There are changes that are not committed/);
  await appendFile(path.join(copy, 'docs/operations/upgrades.md'), `| ${version} | none | none | 0 | nothing |\n`);
  commit();

  expect(release('prepare', version)).toEqual({ status: 0, stderr: '' });
  expect(await text('CHANGELOG.md')).toMatch(/\n## 1\.4\.0-rc\.1, \d{4}-\d\d-\d\d\n/);
  for (const file of ['package.json', 'package-lock.json', 'docs/openapi.json'])
    expect(await text(file)).toContain(`"version": "${version}"`);
  const production = await text('k8s/overlays/production/kustomization.yaml');
  for (const part of [
    'client-reporting-api, newTag: 1.4.0-rc.1 }',
    'postgres, newTag: 17-bookworm }',
    'value: migrate-1-4-0-rc-1 }',
    `/blob/v${version}/k8s`,
    `change-cause, value: ${version} }`,
  ])
    expect(production).toContain(part);
  expect(JSON.parse(await text('tools/release/released.json'))).toMatchObject({
    'auth 0001-baseline': expect.any(String),
  });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s %D').trim()).toMatch(/^chore\(release\): 1\.4\.0-rc\.1 .*tag: v1\.4\.0-rc\.1/);
  expect(release('prepare', version).stderr).toBe(`The tag v${version} exists: choose the next version.\n`);
  expect(release('build', '1.0.0', 'registry.example.com').stderr).toBe('The tag v1.0.0 is not checked out.\n');

  const migrations = git('ls-files', 'services/auth/migrations/0001*').trim().split('\n');
  for (const migration of migrations) await appendFile(path.join(copy, migration), '-- edited\n');
  const check = spawnSync('node', ['--import', 'tsx', 'tools/release/check.ts'], { cwd: copy, encoding: 'utf8' });
  expect(check.stderr).toBe('A release has migration auth 0001-baseline: restore it, and write a new one.\n');
}, 180_000);

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addRelease, readReleased, releasedFile } from '../migrations/released.ts';
import { requireCommitted, requireVersion, run } from './commands.ts';
import type { Clone } from './commands.ts';

/** Writes the version into the files of the repository that name it, commits that, and tags it. */
export function prepare(clone: Clone, version: string): void {
  requireVersion(version);
  requireCommitted(clone);
  const tag = `v${version}`;
  if (clone.git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists: choose the next version.`);
  requireIdentity(clone);
  writeVersion(clone.root, version, new Date().toISOString().slice(0, 10));
  run(clone.root, 'npm', 'run', '--silent', 'generate');
  clone.git('commit', '--all', '--message', `chore(release): ${version}`);
  clone.git('tag', '--annotate', tag, '--message', version);
}

function requireIdentity({ git }: Clone): void {
  try {
    git('var', 'GIT_COMMITTER_IDENT');
  } catch (error) {
    throw new Error('git does not know who you are: git config user.name NAME, and user.email.', { cause: error });
  }
}

function writeVersion(root: string, version: string, date: string): void {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const edit = (file: string, pattern: RegExp | string, replacement: string) => {
    const text = read(file);
    const edited = text.replace(pattern, replacement);
    if (text.search(pattern) < 0)
      throw new Error(`${file} has no ${String(pattern)}: release/publish/prepare.ts writes the version there.`);
    writeFileSync(path.join(root, file), edited);
  };
  const upgrades = 'docs/operations/upgrades.md';
  const escaped = version.replaceAll('.', String.raw`\.`);
  if (!new RegExp(`^\\| ${escaped} +\\|`, 'm').test(read(upgrades)))
    throw new Error(`${upgrades} has no row of ${version}: add one that says how long its migrations lock.`);
  const heading = `## ${version}, not released\n`;
  if (!read('CHANGELOG.md').includes(`\n${heading}`))
    throw new Error(`CHANGELOG.md has no section "${heading.trim()}": add it, with what callers and operators notice.`);
  edit('CHANGELOG.md', heading, `## ${version}, ${date}\n`);
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'], {
    cwd: root,
    stdio: 'ignore',
  });
  const production = 'k8s/overlays/production/kustomization.yaml';
  edit(production, /newTag: \d\S*/, `newTag: ${version}`);
  edit(production, /migrate-\d\S*/, `migrate-${nameOf(version)}`);
  edit(production, /change-cause, value: \S+/, `change-cause, value: ${version}`);
  edit(production, /blob\/v\d[^/]*\/k8s/, `blob/v${version}/k8s`);
  const released = addRelease(readReleased(), version);
  writeFileSync(path.join(root, releasedFile), `${JSON.stringify(released, undefined, 2)}\n`);
}

/** As it may be part of the name of an object of Kubernetes. */
function nameOf(version: string): string {
  return version.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
}

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addRelease, readReleased, releasedFile } from '../migrations/released.ts';

/**
 * Writes the version into the files of the repository that name it.
 * @throws Error where the changelog or the table of upgrades lacks it
 */
export function prepare(root: string, version: string, date = new Date().toISOString().slice(0, 10)): void {
  const edit = (file: string, pattern: RegExp, replacement: string) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (!pattern.test(text)) throw new Error(`${file} has no ${pattern.source}`);
    writeFileSync(path.join(root, file), text.replace(pattern, replacement));
  };
  const escaped = version.replaceAll('.', String.raw`\.`);
  const upgrades = 'docs/operations/upgrades.md';
  if (!new RegExp(`^\\| ${escaped} +\\|`, 'm').test(readFileSync(path.join(root, upgrades), 'utf8')))
    throw new Error(`${upgrades} has no row of ${version}: add one that says how long its migrations lock.`);
  edit('CHANGELOG.md', new RegExp(`^## ${escaped}, not released$`, 'm'), `## ${version}, ${date}`);
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

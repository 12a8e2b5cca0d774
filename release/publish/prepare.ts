import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addRelease, readReleased, releasedFile } from '../migrations/released.ts';

/** Writes the version into the files of the repository that name it, for a person to read and commit. @throws Error */
export function prepare(root: string, version: string, date = new Date().toISOString().slice(0, 10)): void {
  const edit = (file: string, pattern: RegExp, replacement: string) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (!pattern.test(text)) throw new Error(`${file} has no ${pattern.source}`);
    writeFileSync(path.join(root, file), text.replace(pattern, replacement));
  };
  edit(
    'CHANGELOG.md',
    new RegExp(`^## ${version.replaceAll('.', '\\.')}, not released$`, 'm'),
    `## ${version}, ${date}`,
  );
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'], {
    cwd: root,
    stdio: 'ignore',
  });
  const production = 'k8s/overlays/production/kustomization.yaml';
  edit(production, /newTag: \S+/, `newTag: ${version}`);
  edit(production, /migrate-\d\S*/, `migrate-${nameOf(version)}`);
  edit('k8s/overlays/production/yours.yaml', /blob\/\d[^/]*\/k8s/, `blob/${version}/k8s`);
  const released = addRelease(readReleased(), version);
  writeFileSync(path.join(root, releasedFile), `${JSON.stringify(released, undefined, 2)}\n`);
}

/** As it may be part of the name of an object of Kubernetes. */
function nameOf(version: string): string {
  return version.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
}

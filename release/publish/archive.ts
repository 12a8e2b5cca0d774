import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** What an operator takes, where the repository has it, so that links between the pages work: the production overlay is an example. */
const parts = [
  ...['base', 'components', 'runbooks', 'overlays/production'].map((part) => `k8s/${part}`),
  ...['docs', 'README.md', 'CHANGELOG.md', 'client/README.md'],
];

/**
 * Packs the manifests, with the image by its digest, and the pages. The same commit makes the same bytes.
 * @param commit also its time is that of the files
 * @returns the path of the archive
 */
export function packManifests(
  root: string,
  out: string,
  release: { version: string; image: string; commit: string },
): string {
  const directory = path.join(out, `client-reporting-k8s-${release.version}`);
  for (const part of parts) cpSync(path.join(root, part), path.join(directory, part), { recursive: true });
  const [newName = '', digest = ''] = release.image.split('@');
  const base = path.join(directory, 'k8s/base/kustomization.yaml');
  const image = `images:\n  - { name: client-reporting-api, newName: ${newName}, digest: '${digest}' }\n`;
  writeFileSync(base, readFileSync(base, 'utf8') + image);
  const production = path.join(directory, 'k8s/overlays/production/kustomization.yaml');
  writeFileSync(
    production,
    readFileSync(production, 'utf8').replace(/^ {2}- \{ name: client-reporting-api, .*\n/m, ''),
  );
  writeFileSync(path.join(directory, 'CRDS'), `${customKinds(path.join(directory, 'k8s')).join('\n')}\n`);
  const archive = `${directory}.tar.gz`;
  const seconds = execFileSync('git', ['-C', root, 'show', '-s', '--format=%ct', release.commit], { encoding: 'utf8' });
  const sameBytes = ['--sort=name', `--mtime=@${seconds.trim()}`, '--owner=0', '--group=0', '--numeric-owner'];
  const compressed = ['--mode=u=rwX,go=rX', '--use-compress-program=gzip -n'];
  execFileSync('tar', [...sameBytes, ...compressed, '-cf', archive, '-C', directory, '.']);
  return archive;
}

/** The kinds that need a custom resource definition, each with a file that has one. */
function customKinds(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  const kinds = new Map<string, string>();
  for (const file of files.sort()) {
    for (const document of parseAllDocuments(readFileSync(path.join(directory, file), 'utf8'))) {
      const { apiVersion = '', kind = '' } = (document.toJS() ?? {}) as { apiVersion?: string; kind?: string };
      const isOwn =
        !apiVersion.includes('.') || /^(networking|rbac\.authorization)\.k8s\.io\/|^kustomize\./.test(apiVersion);
      if (!isOwn) kinds.set(`${kind} ${apiVersion}`, file);
    }
  }
  return [...kinds].map(([kind, file]) => `${kind} k8s/${file}`);
}

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
 * Writes the manifests and the pages into a directory.
 * @param image its name and digest, which the base then has
 */
export function writeManifests(root: string, directory: string, image: string): void {
  for (const part of parts) cpSync(path.join(root, part), path.join(directory, part), { recursive: true });
  const [newName = '', digest = ''] = image.split('@');
  const base = path.join(directory, 'k8s/base/kustomization.yaml');
  const line = `images:\n  - { name: client-reporting-api, newName: ${newName}, digest: '${digest}' }\n`;
  writeFileSync(base, readFileSync(base, 'utf8') + line);
  const production = path.join(directory, 'k8s/overlays/production/kustomization.yaml');
  writeFileSync(
    production,
    readFileSync(production, 'utf8').replace(/^ {2}- \{ name: client-reporting-api, .*\n/m, ''),
  );
  writeFileSync(path.join(directory, 'CRDS'), `${customKinds(path.join(directory, 'k8s')).join('\n')}\n`);
}

/** The name of the image that written manifests have, without its digest. */
export function imageNameIn(directory: string): string | undefined {
  const base = readFileSync(path.join(directory, 'k8s/base/kustomization.yaml'), 'utf8');
  return /name: client-reporting-api, newName: (\S+), digest/.exec(base)?.[1];
}

/** Packs a directory: the same files make the same bytes. */
export function pack(directory: string, archive: string, seconds: string): void {
  const sameBytes = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
  const compressed = ['--mode=u=rwX,go=rX', '--use-compress-program=gzip -n'];
  execFileSync('tar', [...sameBytes, ...compressed, '-cf', archive, '-C', directory, '.']);
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

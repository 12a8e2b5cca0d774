import { rmSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './build.ts';
import { run, sha256 } from './commands.ts';
import type { Clone } from './commands.ts';
import { verify } from './verify.ts';

/** What a dry run shows for a digest that is known after the push. */
const noDigest = '0'.repeat(64);

/** Verifies what build wrote, pushes and signs it. A dry run only prints the commands that push and sign. */
export function publish(clone: Clone, out: string, version: string, { dryRun = false }: { dryRun?: boolean }): void {
  const image = verify(clone, out, version);
  const runHere = (...command: string[]) => {
    console.log(command.map(quoted).join(' '));
    if (!dryRun) run(out, ...command);
  };
  const files = filesOf(version);
  const [name = ''] = image.split('@');
  runHere('oras', 'cp', '--from-oci-layout', `${files.image}:${version}`, `${name}:${version}`);
  runHere('cosign', 'sign', '--yes', image);
  const manifests = name.replace(/[^/]+$/, 'client-reporting-k8s');
  const pushed = 'manifests.json';
  runHere(
    ...['oras', 'push', '--annotation', `org.opencontainers.image.revision=${clone.git('rev-parse', 'HEAD')}`],
    ...['--export-manifest', pushed, `${manifests}:${version}`],
    `${files.manifests}:application/vnd.oci.image.layer.v1.tar+gzip`,
  );
  const digest = dryRun ? noDigest : sha256(path.join(out, pushed));
  rmSync(path.join(out, pushed), { force: true });
  runHere('cosign', 'sign', '--yes', `${manifests}@sha256:${digest}`);
  runHere('cosign', 'sign-blob', '--yes', '--bundle', `${files.sums}.bundle`, files.sums);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

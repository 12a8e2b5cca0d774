import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireTag, run, sha256 } from './commands.ts';
import type { Clone } from './commands.ts';
import { pack, writeManifests } from './manifests.ts';

/** The files of a release. */
export const filesOf = (version: string) => ({
  image: `client-reporting-api-${version}.oci.tar`,
  manifests: `client-reporting-k8s-${version}.tar.gz`,
  sums: 'SHA256SUMS',
});

/** Builds the image of the tag as an OCI layout, packs the manifests that name it, and writes their checksums. */
export function build(
  clone: Clone,
  out: string,
  version: string,
  { registry, platform, more }: { registry: string; platform: string; more: string[] },
): void {
  requireTag(clone, version);
  if (!/^[a-z0-9][a-z0-9.-]*(:\d+)?(\/[a-z0-9][a-z0-9._-]*)*$/.test(registry))
    throw new Error(
      `"${registry}" is not a registry: write it as registry.example.com/team, without https:// and a slash at its end.`,
    );
  requireBuildx();
  const commit = clone.git('rev-parse', 'HEAD');
  const files = filesOf(version);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const metadata = path.join(out, 'image.json');
  const relative = (file: string) => path.relative(clone.root, file);
  const name = `${registry}/client-reporting-api`;
  run(
    clone.root,
    ...['docker', 'buildx', 'build', '--platform', platform],
    ...['--build-arg', `VERSION=${version}`, '--build-arg', `COMMIT=${commit}`],
    ...['--sbom=true', '--provenance=mode=max', '--metadata-file', relative(metadata)],
    ...['--tag', `${name}:${version}`, '--output', `type=oci,dest=${relative(path.join(out, files.image))}`],
    ...[...more, '.'],
  );
  const { 'containerimage.digest': digest } = JSON.parse(readFileSync(metadata, 'utf8')) as Record<string, string>;
  rmSync(metadata);
  writeRelease(clone, out, version, `${name}@${digest}`);
}

/** Adds the manifests and the checksums to the image. */
export function writeRelease(clone: Clone, out: string, version: string, image: string): void {
  const files = filesOf(version);
  const directory = path.join(out, 'manifests');
  writeManifests(clone.root, directory, image);
  pack(directory, path.join(out, files.manifests), clone.git('show', '-s', '--format=%ct', 'HEAD'));
  rmSync(directory, { recursive: true });
  const sums = [files.image, files.manifests].map((file) => `${sha256(path.join(out, file))}  ${file}\n`);
  writeFileSync(path.join(out, files.sums), sums.join(''));
}

function requireBuildx(): void {
  try {
    execFileSync('docker', ['buildx', 'version'], { stdio: 'ignore' });
  } catch {
    throw new Error('The command docker buildx does not work: install Docker with its plugin Buildx.');
  }
}

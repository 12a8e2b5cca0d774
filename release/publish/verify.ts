import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesOf } from './build.ts';
import { requireTag, sha256 } from './commands.ts';
import type { Clone } from './commands.ts';
import { imageNameIn, writeManifests } from './manifests.ts';

type Manifest = { manifests?: (Descriptor & { platform?: { architecture: string } })[]; config?: Descriptor };
type Descriptor = { digest: string };

/**
 * Compares the files of a release with their checksums, and with the tag that is checked out.
 * @returns the image by its name and digest
 * @throws Error that says what differs
 */
export function verify(clone: Clone, folder: string, version: string): string {
  requireTag(clone, version);
  const files = filesOf(version);
  for (const file of Object.values(files)) {
    if (!existsSync(path.join(folder, file)))
      throw new Error(`${folder} has no ${file}: give the folder that has all files of release ${version}.`);
  }
  const sums = readFileSync(path.join(folder, files.sums), 'utf8');
  for (const file of [files.image, files.manifests]) {
    if (!sums.split('\n').includes(`${sha256(path.join(folder, file))}  ${file}`))
      throw new Error(`${file} is not the file that ${files.sums} has: download it again.`);
  }
  const temporary = mkdtempSync(path.join(tmpdir(), 'release-'));
  try {
    const below = (name: string) => path.join(temporary, name);
    const [layout, given, expected] = [below('layout'), below('given'), below('expected')];
    unpack(path.join(folder, files.image), layout);
    unpack(path.join(folder, files.manifests), given);
    const digest = verifyImage(layout, { version, commit: clone.git('rev-parse', 'HEAD') });
    const image = `${imageNameIn(given)}@${digest}`;
    writeManifests(clone.root, expected, image);
    const difference = differenceOf(given, expected);
    if (difference)
      throw new Error(
        `${difference} in ${files.manifests} is not that of the tag v${version} with the image ${digest}.`,
      );
    return image;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/**
 * @param layout an OCI layout that was unpacked
 * @returns the digest of its image
 */
function verifyImage(layout: string, built: { version: string; commit: string }): string {
  const blobs = path.join(layout, 'blobs/sha256');
  for (const name of readdirSync(blobs)) {
    if (sha256(path.join(blobs, name)) !== name)
      throw new Error(`The blob ${name} of the image is not what its name says.`);
  }
  const read = ({ digest }: Descriptor) =>
    JSON.parse(readFileSync(path.join(blobs, digest.replace('sha256:', '')), 'utf8')) as unknown;
  const { manifests = [] } = JSON.parse(readFileSync(path.join(layout, 'index.json'), 'utf8')) as Manifest;
  const [image] = manifests;
  if (!image || manifests.length > 1) throw new Error(`The OCI layout has ${manifests.length} images and not one.`);
  const top = read(image) as Manifest;
  // Attestations have an unknown one.
  const ofPlatforms = top.manifests?.filter(({ platform }) => platform?.architecture !== 'unknown') ?? [image];
  if (ofPlatforms.length === 0) throw new Error('The image is for no platform.');
  for (const platform of ofPlatforms) {
    const { config } = read(platform) as Manifest;
    const { Labels = {} } = config ? (read(config) as { config: { Labels?: Record<string, string> } }).config : {};
    const label = (name: string) => Labels[`org.opencontainers.image.${name}`];
    if (label('version') !== built.version || label('revision') !== built.commit)
      throw new Error(
        `The image is of version ${label('version')}, commit ${label('revision')}, and not of ${built.version}, ${built.commit}.`,
      );
  }
  return image.digest;
}

function unpack(archive: string, directory: string): void {
  mkdirSync(directory);
  execFileSync('tar', ['-xf', archive, '-C', directory]);
}

/** The first file, by its path below both, that only one has or that differs. */
function differenceOf(given: string, expected: string): string | undefined {
  const read = (directory: string, file: string) =>
    existsSync(path.join(directory, file)) ? readFileSync(path.join(directory, file)) : undefined;
  const files = [given, expected].flatMap((directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name))),
  );
  return files.sort().find((file) => {
    const [one, other] = [read(given, file), read(expected, file)];
    return !one || !other || !one.equals(other);
  });
}

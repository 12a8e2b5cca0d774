import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { program } from 'commander';
import { packManifests } from './archive.ts';
import { prepare } from './prepare.ts';

// docs/releasing.md has the steps.
const root = path.join(import.meta.dirname, '../..');
const out = path.join(root, '.release');

/** A dry run pushes nothing that has one. */
const noDigest = `sha256:${'0'.repeat(64)}`;

type Options = { registry: string; dryRun?: boolean };

program
  .name('npm run release --')
  .command('prepare')
  .argument('<version>')
  .description('writes the version where it is named, commits that, and tags it')
  .action(tag);
program
  .command('publish')
  .argument('<version>')
  .requiredOption(
    '--registry <registry>',
    'where the image and the manifests are pushed, such as registry.example.com/team',
  )
  .option('--dry-run', 'prints the commands that push and sign, and packs the manifests')
  .description('builds, pushes and signs the image and the manifests of the tag that is checked out')
  .action(publish);
try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function tag(version: string): void {
  requireCommitted();
  prepare(root, version);
  execFileSync('npm', ['run', '--silent', 'generate'], { cwd: root, stdio: 'inherit' });
  git('commit', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', version);
}

function publish(version: string, { registry, dryRun = false }: Options): void {
  const commit = git('rev-parse', 'HEAD');
  if (!dryRun) requireTag(version);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const run = (...command: string[]) => {
    console.log(command.map(quoted).join(' '));
    if (!dryRun) execFileSync(command[0] ?? '', command.slice(1), { cwd: root, stdio: 'inherit' });
  };

  const [image, manifests] = [`${registry}/client-reporting-api`, `${registry}/client-reporting-k8s`];
  const metadata = path.join(out, 'image.json');
  run(
    ...['docker', 'buildx', 'build', '--platform', 'linux/amd64,linux/arm64'],
    ...['--build-arg', `VERSION=${version}`, '--build-arg', `COMMIT=${commit}`],
    ...['--sbom=true', '--provenance=mode=max', '--metadata-file', path.relative(root, metadata)],
    ...['--tag', `${image}:${version}`, '--push', '.'],
  );
  const digest = dryRun ? noDigest : digestIn(metadata);
  run('cosign', 'sign', '--yes', `${image}@${digest}`);
  const archive = packManifests(root, out, { version, image: `${image}@${digest}`, commit });
  const file = path.relative(root, archive);
  const type = 'application/vnd.oci.image.layer.v1.tar+gzip';
  const pushed = path.join(out, 'manifests.json');
  run(
    ...['oras', 'push', '--annotation', `org.opencontainers.image.revision=${commit}`],
    ...['--export-manifest', path.relative(root, pushed), `${manifests}:${version}`, `${file}:${type}`],
  );
  run('cosign', 'sign', '--yes', `${manifests}@${dryRun ? noDigest : digestOf(pushed)}`);
  const sums = path.join(out, 'SHA256SUMS');
  writeFileSync(sums, `${sha256(archive)}  ${path.basename(archive)}\n`);
  const signed = path.relative(root, sums);
  run('cosign', 'sign-blob', '--yes', '--bundle', `${signed}.bundle`, signed);
  console.log(`# ${file}: attach it, SHA256SUMS and SHA256SUMS.bundle to the release of the tag v${version}`);
}

/** @throws Error unless what is checked out is the tag, as it was committed */
function requireTag(version: string): void {
  requireCommitted();
  const tags = git('tag', '--points-at', 'HEAD').split('\n');
  if (!tags.includes(`v${version}`))
    throw new Error(`The tag v${version} is not checked out: git checkout v${version}`);
}

function requireCommitted(): void {
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
}

function digestIn(metadata: string): string {
  return (JSON.parse(readFileSync(metadata, 'utf8')) as { 'containerimage.digest': string })['containerimage.digest'];
}

function digestOf(file: string): string {
  return `sha256:${sha256(file)}`;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

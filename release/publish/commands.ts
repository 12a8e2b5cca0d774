import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A clone of the repository, and what git says of it. */
export type Clone = { root: string; git: (...args: string[]) => string };

/** @throws Error unless the directory is the top of a clone */
export function openClone(root: string): Clone {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      throw new Error(`git ${args[0]} failed: ${stderr.trim() || String(error)}`, { cause: error });
    }
  };
  try {
    git('rev-parse', '--verify', '--quiet', 'HEAD');
  } catch {
    throw new Error(`${root} is not a git repository with a commit: clone the repository with its tags.`);
  }
  return { root, git };
}

/** @throws Error unless what is checked out is the tag of the version, as it was committed */
export function requireTag(clone: Clone, version: string): void {
  requireVersion(version);
  requireCommitted(clone);
  const tag = `v${version}`;
  if (clone.git('tag', '--list', tag) === '')
    throw new Error(`There is no tag ${tag}: git fetch --tags, or make it by npm run release -- prepare ${version}.`);
  if (!clone.git('tag', '--points-at', 'HEAD').split('\n').includes(tag))
    throw new Error(`The tag ${tag} is not checked out: git checkout ${tag}`);
}

export function requireCommitted({ git }: Clone): void {
  const changed = git('status', '--porcelain').split('\n')[0];
  if (changed)
    throw new Error(`There are changes that are not committed, such as "${changed}": commit or remove them.`);
}

export function requireVersion(version: string): void {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    throw new Error(`"${version}" is not a version: write it as 1.1.0, or 1.1.0-rc.1.`);
}

/** Runs a command that prints what it does. */
export function run(cwd: string, ...command: string[]): void {
  const [program = '', ...args] = command;
  try {
    execFileSync(program, args, { cwd, stdio: 'inherit' });
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT')
      throw new Error(`${program} is not installed: docs/releasing.md has what a release needs.`, { cause: error });
    throw new Error(`${program} ${args[0]} failed: what it printed above says why.`, { cause: error });
  }
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

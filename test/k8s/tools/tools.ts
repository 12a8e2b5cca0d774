import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../support/programs/command.ts';

export const cache = path.join(root, 'node_modules/.cache/manifests');

/** Where Go's module proxy has each tool. */
const tools = {
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1',
};

export type Tool = keyof typeof tools;

/**
 * Path of a tool: the one on PATH, else this version installed by Go, once.
 * @throws Error that says what to install
 */
export async function tool(name: Tool): Promise<string> {
  const directories = [cache, ...(process.env.PATH ?? '').split(path.delimiter)];
  const found = directories.map((directory) => path.join(directory, name)).find(existsSync);
  if (found) return found;
  await go('install', tools[name]).catch((error: unknown) => {
    throw new Error(`The checks of the manifests need ${name}, and Go couldn't install it.`, { cause: error });
  });
  return path.join(cache, name);
}

/** Directory of a Go module's files. */
export async function moduleDirectory(module: string): Promise<string> {
  return (JSON.parse(await go('mod', 'download', '-json', module)) as { Dir: string }).Dir;
}

async function go(...parameters: string[]): Promise<string> {
  const environment = { ...process.env, GOBIN: cache, GOFLAGS: '-modcacherw', CGO_ENABLED: '0' };
  return run('go', parameters, { env: environment, cwd: '/' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('The checks of the manifests need Go 1.21 or later (https://go.dev/dl) to install their tools.');
  });
}

/** What the program wrote to its standard output. */
export async function run(
  program: string,
  parameters: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
) {
  return (await promisify(execFile)(program, parameters, { maxBuffer: 100_000_000, ...options })).stdout;
}

/** The YAML that `kubectl apply -k` would send for the directory. */
export async function render(directory: string): Promise<string> {
  const kubectl = await run('kubectl', ['kustomize', directory]).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
  return kubectl ?? run(await tool('kustomize'), ['build', directory]);
}

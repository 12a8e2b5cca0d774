import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/programs/command.ts';

/** The folders that a folder may import; docs/architecture.md has the picture. `tools` and `test` may import any. */
const allowed: Record<string, string[]> = {
  proto: [],
  runtime: ['proto'],
  access: ['proto', 'runtime'],
  gateway: ['access', 'proto', 'runtime'],
  'services/auth': ['access', 'proto', 'runtime'],
  'services/reporting': ['access', 'proto', 'runtime'],
  // Of the floor above, which knows the API by its OpenAPI document; its build packs the clients.
  'services/portal': ['runtime', 'clients'],
  // The page runs in a browser.
  'services/portal/web': ['clients'],
  'services/migrate': ['runtime'],
  'services/import': ['proto', 'runtime', 'services/auth', 'services/migrate', 'services/reporting'],
  clients: [],
  local: ['gateway', 'runtime', 'services/auth', 'services/import', 'services/migrate', 'services/reporting'],
  'tools/release': ['runtime', 'services/migrate'],
};

/** The packages that only these folders may import. */
const packages: Record<string, string[]> = {
  express: ['gateway', 'services/portal', 'test'],
  pg: [
    'runtime',
    'services/auth',
    'services/reporting',
    'services/migrate',
    'services/import',
    'local',
    'tools',
    'test',
  ],
  sequelize: ['services/auth', 'test'],
};

type Import = { from: string; to: string };
type Manifest = { dependencies?: object; devDependencies?: object };

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js'])
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const imports: Import[] = files.flatMap((from) =>
  [
    ...readFileSync(path.join(root, from), 'utf8').matchAll(
      /^(?:import |(?:import|export) [^'\n]*from |} from )'([^'\n]+)'/gm,
    ),
  ].map(([, name = '']) => ({
    from,
    to: name.startsWith('.') ? path.join(path.dirname(from), name) : `package ${name}`,
  })),
);

it('Folders import only the folders below them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [here, there] = [folderOf(from), folderOf(`${to}/`)];
    return here !== there && !to.startsWith('package ') && allowed[here]?.includes(there) === false;
  });
  expect(wrong).toEqual([]);
});

it('The page imports only types of the client', () => {
  const ofClient = imports.filter(({ from, to }) => /^services\/portal\/web\//.test(from) && to.startsWith('clients/'));
  expect(ofClient.filter(({ to }) => to !== 'clients/node/generated/schema.ts')).toEqual([]);
});

it.each(['clients/node', 'services/portal'])('%s imports only packages of its own package.json', (folder) => {
  const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const own = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const names = imports
    .filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith('package ') && !to.includes(' node:'))
    .map(({ to }) => /^package ((?:@[^/]+\/)?[^/]+)/.exec(to)?.[1]);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !own.includes(name ?? ''))).toEqual([]);
});

it.each(Object.entries(packages))('The code imports %s only where its work is done', (name, folders) => {
  const users = imports.filter(({ to }) => to === `package ${name}`).map(({ from }) => folderOf(from));
  expect([...new Set(users)].filter((folder) => !folders.includes(folder))).toEqual([]);
});

it('Folders do not import each other in circles', () => {
  const arrows = imports
    .filter(({ from, to }) => !/^test\//.test(from) && !to.startsWith('package '))
    .map(({ from, to }) => ({ from: path.dirname(from), to: path.dirname(to) }))
    .filter(({ from, to }) => !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`));
  let left = arrows;
  for (let before = -1; before !== left.length;) {
    before = left.length;
    left = left.filter(({ to }) => left.some(({ from }) => from === to));
  }
  expect([...new Set(left.map(({ from, to }) => `${from} imports ${to}`))]).toEqual([]);
});

/** The longest folder of `allowed` that holds the file, or else its first folder. */
function folderOf(file: string): string {
  const holders = Object.keys(allowed).filter((folder) => file.startsWith(`${folder}/`));
  return holders.toSorted((a, b) => b.length - a.length)[0] ?? file.split('/')[0] ?? '';
}

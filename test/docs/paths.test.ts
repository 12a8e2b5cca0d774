import { expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/programs/command.ts';

const documents = ['.', 'client', 'docs', 'docs/decisions', 'docs/recipes', 'k8s/runbooks'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file)),
);

it.each(documents)('%s names files and folders that exist', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const found = (expression: RegExp) => Array.from(text.matchAll(expression), ([, name = '']) => name);
  const links = found(/\]\(([^)#:]+)(?:#[\w-]+)?\)/g).map((link) => path.join(path.dirname(document), link));
  const named = found(/`((?:access|docs|gateway|k8s|local|migrate|proto|runtime|services|test)\/[\w./-]*)`/g);
  expect([...links, ...named].filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

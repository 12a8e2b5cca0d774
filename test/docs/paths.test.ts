import { expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorTable } from '../../proto/errors.ts';
import { root } from '../support/programs/command.ts';

const documents = [
  '.',
  'clients/node',
  'clients/python',
  'docs',
  'docs/decisions',
  'docs/measurements',
  'docs/operations',
  'docs/recipes',
  'k8s/runbooks',
].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file)),
);

it.each(documents)('Each path in %s names files, folders and headings that exist', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const links = Array.from(text.matchAll(/\]\((?!\/)([^)#:]*)(?:#([\w-]+))?\)/g), ([, file = '', heading]) => ({
    file: file === '' ? document : path.join(path.dirname(document), file),
    heading,
  }));
  const named = Array.from(
    text.matchAll(
      /`((?:access|clients|docs|findings|gateway|k8s|local|proto|runtime|services|test|tools(?!\/(?:list|call)))\/[\w./-]*)`/g,
    ),
    ([, file = '']) => ({ file, heading: undefined }),
  );
  expect([...links, ...named].filter(({ file, heading }) => !exists(file, heading))).toEqual([]);
});

it.each([
  { folder: 'docs/decisions', words: 400 },
  { folder: '.', file: 'CONTRIBUTING.md', words: 600 },
])('The documents of $folder have at most $words words each', ({ folder, file, words }) => {
  const files = readdirSync(path.join(root, folder)).filter((name) =>
    file === undefined ? name.endsWith('.md') : name === file,
  );
  const long = files.filter((name) => readFileSync(path.join(root, folder, name), 'utf8').split(/\s+/).length > words);
  expect(long).toEqual([]);
});

it('The pages and runbooks of operators have at most 9,900 words together', () => {
  const pages = documents.filter((document) => /^(docs\/operations|k8s\/runbooks)\//.test(document));
  const words = pages.map((page) => readFileSync(path.join(root, page), 'utf8').trim().split(/\s+/).length);
  expect(words.length).toBeGreaterThan(20);
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(9_900);
});

it('The Python client has each list, summary and change of the API', () => {
  const client = readFileSync(path.join(root, 'clients/python/client_reporting/_async/client.py'), 'utf8');
  const document = readFileSync(path.join(root, 'docs/openapi.json'), 'utf8');
  const ends = new Map(Object.entries({ list: 'page', summary: 'summary_page', changes: 'changes' }));
  const queries = Array.from(document.matchAll(/client\/([\w-]+)\/(\w+)":/g), ([, report = '', part = '']) => {
    return `types.${report.replaceAll('-', '_')}_${ends.get(part)}`;
  });
  expect(queries).not.toEqual([]);
  expect(queries.filter((query) => !client.includes(query))).toEqual([]);
});

it('docs/api.md has each code of an error with its statuses, and each parameter', () => {
  const text = readFileSync(path.join(root, 'docs/api.md'), 'utf8');
  const rows = Array.from(
    text.matchAll(/^\| (\d{3})(?:, \d{3})* \| `(\w+)`/gm),
    ([, status, code]) => `${status} ${code}`,
  );
  expect(rows.toSorted()).toEqual(
    Object.entries(errorTable)
      .map(([code, { http }]) => `${http} ${code}`)
      .toSorted(),
  );
  const { paths } = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')) as Document;
  const parameters = Object.values(paths).flatMap(({ get }) => get?.parameters ?? []);
  const names = new Set(parameters.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : [])));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

it.each(documents.filter((document) => !document.includes('measurements')))(
  'Each address in %s is one of the API',
  (document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const { paths } = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')) as Document;
    const named = Array.from(text.matchAll(/(?<![\w.])\/(?:api\/v1|auth)\/[\w./-]*[\w-]/g), ([address]) => address);
    const known = (address: string) => Object.keys(paths).some((each) => each.startsWith(address));
    expect(named.filter((address) => !known(address))).toEqual([]);
  },
);

type Document = { paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }> };

function exists(file: string, heading: string | undefined): boolean {
  const place = path.join(root, file);
  return existsSync(place) && (heading === undefined || headings(readFileSync(place, 'utf8')).includes(heading));
}

/** The anchors of the headings, as GitHub makes them. */
function headings(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^#+ (.*)$/gm), ([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

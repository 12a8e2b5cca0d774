import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The documents that are served as Markdown, by their names there. */
export const documents = {
  'guide.md': path.join(root, 'docs/guide.md'),
  'api.md': path.join(root, 'docs/api.md'),
  'client.md': path.join(root, 'clients/node/README.md'),
  'mcp.md': path.join(root, 'docs/mcp.md'),
  'python.md': path.join(root, 'clients/python/README.md'),
  'specification.md': path.join(root, 'docs/specification.md'),
};

/** Stands for the service's address, which the gateway writes in its place. */
const exampleAddress = 'https://reports.example.com';

/** Adds the documents to the page in `directory`, the guide's programs to llms.txt, and all of them together as llms-full.txt. */
export async function writeDocuments(directory) {
  const texts = {};
  for (const [name, file] of Object.entries(documents)) texts[name] = served(await readFile(file, 'utf8'), file);
  const index = served(await readFile(path.join(directory, 'llms.txt'), 'utf8')).replace(
    /^\{\{ (.+) \}\}$/gm,
    (_, heading) => new RegExp(`^## ${heading}$.*?^\`\`\`sh\n(.*?)\n\`\`\``, 'ms').exec(texts['guide.md'])[1],
  );
  const full = [index, ...Object.values(texts)].join('\n---\n\n');
  for (const [name, text] of Object.entries({ ...texts, 'llms.txt': index, 'llms-full.txt': full })) {
    await writeFile(path.join(directory, name), text);
  }
}

/** With the example's address, and links to what is served; of other links only their text. */
function served(text, file = root) {
  const names = Object.entries({ ...documents, '../openapi.json': path.join(root, 'docs/openapi.json') });
  return text
    .replace(/http:\/\/localhost:8080|https:\/\/HOST/g, exampleAddress)
    .replace(/\[([^\]]+)\]\(([\w./-]+\.\w+)(#[\w-]+)?\)/g, (_, label, target, place = '') => {
      const [name] = names.find(([, other]) => other === path.join(path.dirname(file), target)) ?? [];
      return name === undefined ? label : `[${label}](${exampleAddress}${path.posix.join('/portal', name)}${place})`;
    });
}

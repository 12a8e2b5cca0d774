import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../programs/command.ts';

/** The programs of the reference in a language, for the service at `url`, in the order of the page: the token is revoked at last. */
export async function referencePrograms(language: string, url: string): Promise<string[]> {
  const page = await readFile(path.join(root, 'dist/services/portal/public/reference.html'), 'utf8');
  const found = page.matchAll(
    new RegExp(`data-language(?:="${language}"${language === 'curl' ? '|' : ''})>.*?<code>(.*?)</code>`, 'gs'),
  );
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
  const programs = Array.from(found, ([, html = '']) =>
    html
      .replace(/<[^>]*>/g, '')
      .replace(/&([\w#]+);/g, (entity, name: string) => characters[name] ?? entity)
      .replaceAll('https://reports.example.com', url),
  );
  if (programs.length < 9) throw new Error(`The reference has only ${programs.length} programs in ${language}.`);
  return programs;
}

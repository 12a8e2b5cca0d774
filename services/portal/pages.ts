import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file as it is sent, ready in memory: each of its encodings, and the headers that all of them have. */
export type Page = { headers: Record<string, string>; bodies: Partial<Record<Encoding, Buffer>> };
type Encoding = 'br' | 'gzip' | 'identity';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const encodings: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' };

/**
 * The files of the built page by the path each is asked for: `guide.html` is `/portal/guide`. They are few and small;
 * having them in memory, no path of a request ever reaches the disk.
 */
export async function readPages(directory: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const encoding = encodings[path.extname(file)];
    const name = path.relative(directory, encoding ? file.slice(0, -3) : file);
    const page = pages.get(pathOf(name)) ?? { headers: headersOf(name), bodies: {} };
    const body = await readFile(file);
    page.bodies[encoding ?? 'identity'] = body;
    if (!encoding) page.headers.ETag = `W/"${createHash('sha256').update(body).digest('base64url')}"`;
    pages.set(pathOf(name), page);
  }
  return pages;
}

function pathOf(name: string): string {
  return `/portal/${name.replaceAll(path.sep, '/')}`.replace(/\.html$/, '').replace(/\/index$/, '');
}

function headersOf(name: string): Record<string, string> {
  return {
    'Content-Type': types[path.extname(name)] ?? 'application/octet-stream',
    // The name of an asset holds the hash of its content.
    'Cache-Control': name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

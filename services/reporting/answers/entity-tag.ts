import { hash } from 'node:crypto';
import type { Statement } from '../sql/statement.ts';

/** Goes up when `createPages` or a format of `exports/` writes the same rows in another shape. */
const envelope = 1;

/** The etag of a page or file: of its statement, of the request that `key` identifies, and of one version of the data. */
export function entityTag({ digest }: Statement, key: string, version: string): string {
  return hash('sha256', [envelope, digest, key, version].join('\0'), 'base64url');
}

export function isListed(etag: string, ifNoneMatch: string[]): boolean {
  return ifNoneMatch.some((known) => known === '*' || known === etag);
}

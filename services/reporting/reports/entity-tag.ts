import { hash } from 'node:crypto';
import type { Statement } from '../sql/statement.ts';

/**
 * Goes up when `createReports` or a format of `exports/` writes the same rows in another shape; a change of the statement shows
 * by itself.
 */
const envelope = 1;

/** The etag of a page or file: of its statement, of the request that `key` identifies, and of one version of the data. */
export type EntityTags = (statement: Statement, key: string, version: string) => string;

export function createEntityTags(): EntityTags {
  const digests = new WeakMap<Statement, string>();
  return (statement, key, version) => {
    const digest = digests.get(statement) ?? hash('sha256', statement.text, 'base64url');
    digests.set(statement, digest);
    return hash('sha256', JSON.stringify([envelope, digest, key, version]), 'base64url');
  };
}

/** Whether the caller has the answer with this etag. */
export function isAmong(etag: string, ifNoneMatch: string[]): boolean {
  return ifNoneMatch.some((known) => known === '*' || known === etag);
}

import { hash } from 'node:crypto';

/** Goes up when `createReporter` answers the same rows in another shape; a change of the statement shows by itself. */
const envelope = 1;

/** The etag of the answer that a statement gives to a request, told apart by `key`, of one version of the data. */
export type EntityTags = (statement: { name: string; text: () => string }, key: string, version: string) => string;

export function createEntityTags(): EntityTags {
  // One for each statement, which are few.
  const digests = new Map<string, string>();
  return ({ name, text }, key, version) => {
    const digest = digests.get(name) ?? hash('sha256', text(), 'base64url');
    digests.set(name, digest);
    return hash('sha256', JSON.stringify([envelope, digest, key, version]), 'base64url');
  };
}

/** Whether the caller has the answer with this etag. */
export function isAmong(etag: string, ifNoneMatch: string[]): boolean {
  return ifNoneMatch.some((known) => known === '*' || known === etag);
}

import type { Request } from 'express';
import { validationError } from '../../proto/errors.ts';
import { requireReportVersion, unquotedVersion } from '../../proto/report-version.ts';
import type { Conditions } from '../../proto/report.ts';

/** @throws ApiError `validation_error` for an invalid Report-Version */
export function conditionsOf(request: Request): Conditions {
  return { ifMatch: ifMatch(request), ifNoneMatch: ifNoneMatch(request), leastVersion: leastVersion(request) };
}

/** The versions in If-Match. None where any will do: without the header, or for `*`. */
function ifMatch(request: Request): string[] {
  const header = request.get('if-match')?.trim();
  if (header === undefined || header === '*') return [];
  return header.split(',').map(unquotedVersion);
}

export function leastVersion(request: Request): string {
  const header = request.get('report-version')?.trim() ?? '';
  return header === '' ? '' : requireReportVersion(unquotedVersion(header));
}

/** The etags in If-None-Match, weak or strong alike, or `*`. What could not be one of ours is left out. */
function ifNoneMatch(request: Request): string[] {
  const header = request.get('if-none-match')?.trim();
  if (!header) return [];
  if (header === '*') return ['*'];
  const given = Array.from(header.matchAll(/"([^"]*)"/g), ([, etag = '']) => etag);
  // One of ours may end so by itself.
  return [...new Set([...given, ...given.map(withoutCoding)])].filter((etag) => /^[\w-]+$/.test(etag));
}

/** What Apache, Caddy, Jetty, nginx' modules and CDNs add to the etag of an answer that they compress. */
function withoutCoding(etag: string): string {
  return etag.replace(/(?:--?|[;:+/])(?:gzip|br|deflate|zstd)$/, '');
}

/**
 * Refuses a part of a file: a file is made anew for each request, so that its parts may be of two versions. Programs that go on with a broken
 * download end with this error; to some, 416 would say that they have all. With If-Range they take a whole file. @throws ApiError `validation_error`
 */
export function refuseRange({ headers }: Request): void {
  if (headers.range === undefined || headers['if-range'] !== undefined) return;
  const message = 'must not be given here: each file is made anew. Request the whole file, without Range';
  throw validationError({ Range: { message } });
}

/** The headers by which a page or file can be requested again. */
export function versionHeaders({ etag, version }: { etag: string; version: string }) {
  return {
    ETag: `W/"${etag}"`,
    'Report-Version': `"${version}"`,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept, Accept-Encoding',
  };
}

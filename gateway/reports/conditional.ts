import type { Request } from 'express';
import { requireReportVersion, unquotedVersion } from '../../proto/report-version.ts';
import type { Conditions } from './report-parameters.ts';

/** @throws ApiError `validation_error` for a Report-Version that is none */
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
  return header === '*' ? ['*'] : Array.from(header.matchAll(/"([\w-]+)"/g), ([, etag = '']) => etag);
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

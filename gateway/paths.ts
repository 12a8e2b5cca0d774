import type { ReportDefinitions } from '../proto/report.ts';

export const portalPath = '/portal';

/** Plain names only, so that no encoding, dot segment or empty segment can lead to another path. */
export const portalPaths = /^\/portal(?:\/[\w-][\w.-]*)*\/?$/;

/** Before every path of a report. */
const reportsPath = '/api/v1/external/reports/client';

/** The path of a part of a report. */
export function reportPath(name: string, part: 'list' | 'summary' | 'changes'): string {
  return `${reportsPath}/${name}/${part}`;
}

export const paths = {
  health: '/health',
  token: '/auth/token',
  oauthToken: '/auth/oauth/token',
  revoke: '/auth/revoke',
  jwks: '/.well-known/jwks.json',
  metadata: '/.well-known/oauth-authorization-server',
  protectedResource: '/.well-known/oauth-protected-resource/mcp',
  mcp: '/mcp',
  teams: `${reportsPath}/teams/list`,
  contractors: `${reportsPath}/contractors/list`,
  company: `${reportsPath}/company`,
  openApi: '/openapi.json',
} as const;

/** The paths of a service with these reports. @throws Error where a report has the path of something else */
export function pathsOf(reports: ReportDefinitions): string[] {
  const parts = Object.entries(reports).flatMap(([name, { sums, changes }]) => [
    reportPath(name, 'list'),
    ...(sums ? [reportPath(name, 'summary')] : []),
    ...(changes ? [reportPath(name, 'changes')] : []),
  ]);
  const others: string[] = Object.values(paths);
  const taken = parts.find((path) => others.includes(path));
  if (taken !== undefined) throw new Error(`a report can't have the path ${taken}: it is taken`);
  return [...others, ...parts];
}

/** The route of a path, for metrics and traces; undefined for an unknown path, so that the number of routes is bounded. */
export type RouteOf = (path: string) => string | undefined;

export function routesOf(reports: ReportDefinitions): RouteOf {
  const known = new Set(pathsOf(reports));
  return (path) => {
    if (portalPaths.test(path)) return portalPath;
    return known.has(path) ? path : undefined;
  };
}

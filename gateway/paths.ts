import type { ReportDefinitions } from '../proto/report.ts';

/** Before every path of a report. */
export const ofReports = '/api/v1/external/reports/client';

/** The path of a part of a report. */
export function reportPath(name: string, part: 'list' | 'summary' | 'changes'): string {
  return `${ofReports}/${name}/${part}`;
}

export const paths = {
  health: '/health',
  token: '/auth/token',
  oauthToken: '/auth/oauth/token',
  authorize: '/auth/oauth/authorize',
  revoke: '/auth/revoke',
  jwks: '/.well-known/jwks.json',
  metadata: '/.well-known/oauth-authorization-server',
  protectedResource: '/.well-known/oauth-protected-resource/mcp',
  mcp: '/mcp',
  teams: `${ofReports}/teams/list`,
  contractors: `${ofReports}/contractors/list`,
  company: `${ofReports}/company`,
  openApi: '/openapi.json',
} as const;

/** The paths of a service with these reports. */
export function pathsOf(reports: ReportDefinitions): string[] {
  const parts = Object.entries(reports).flatMap(([name, { sums, changes }]) => [
    reportPath(name, 'list'),
    ...(sums ? [reportPath(name, 'summary')] : []),
    ...(changes ? [reportPath(name, 'changes')] : []),
  ]);
  return [...Object.values(paths), ...parts];
}

/** Those that there are only with `MCP_ENABLED`. */
export const mcpPaths: string[] = [paths.mcp, paths.protectedResource];

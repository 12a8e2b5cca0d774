import { reportNames } from '../proto/reports.ts';
import type { ReportName } from '../proto/reports.ts';

const ofReports = '/api/v1/external/reports/client';

const reportPaths = Object.fromEntries(
  reportNames.flatMap((name) => [
    [name, `${ofReports}/${name}/list`],
    [`${name}/summary`, `${ofReports}/${name}/summary`],
    [`${name}/changes`, `${ofReports}/${name}/changes`],
  ]),
) as Record<ReportName | `${ReportName}/${'summary' | 'changes'}`, string>;

export const paths = {
  health: '/health',
  token: '/auth/token',
  oauthToken: '/auth/oauth/token',
  authorize: '/auth/oauth/authorize',
  revoke: '/auth/revoke',
  jwks: '/.well-known/jwks.json',
  metadata: '/.well-known/oauth-authorization-server',
  protectedResource: '/.well-known/oauth-protected-resource/mcp',
  ...reportPaths,
  mcp: '/mcp',
  teams: `${ofReports}/teams/list`,
  contractors: `${ofReports}/contractors/list`,
  company: `${ofReports}/company`,
  openApiJson: '/openapi.json',
  openApiYaml: '/openapi.yaml',
} as const;

/** Those that there are only with `MCP_ENABLED`. */
export const mcpPaths: string[] = [paths.mcp, paths.protectedResource];

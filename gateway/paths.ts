export const paths = {
  health: '/health',
  token: '/auth/token',
  oauthToken: '/auth/oauth/token',
  revoke: '/auth/revoke',
  jwks: '/.well-known/jwks.json',
  metadata: '/.well-known/oauth-authorization-server',
  scheduledPayments: '/api/v1/external/reports/client/scheduled-payments/list',
  timesheets: '/api/v1/external/reports/client/timesheets/list',
  openApiJson: '/openapi.json',
  openApiYaml: '/openapi.yaml',
} as const;

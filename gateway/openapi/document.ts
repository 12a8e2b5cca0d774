import { createDocument } from 'zod-openapi';
import type { oas31, ZodOpenApiPathsObject } from 'zod-openapi';
import type { ReportDefinitions } from '../../proto/report.ts';
import { reports as allReports } from '../../proto/reports.ts';
import type { GatewayConfig } from '../config.ts';
import { rateLimitTiers } from '../limits/tiers.ts';
import { paths, reportPath } from '../paths.ts';
import { companyOperation } from '../company.ts';
import { healthOperation } from '../health.ts';
import { openApiOperation } from './route.ts';
import { jwksOperation, metadataOperation, resourceOperation } from '../oauth/discovery.ts';
import { oauthTokenOperation, revokeOperation, tokenOperation } from '../oauth/tokens.ts';
import { errorLines, responseComponents } from './responses/errors.ts';
import { version } from '../../runtime/version.ts';
import { headerComponents } from './responses/headers.ts';
import { changesOperation } from './changes.ts';
import { namesOperation } from './names.ts';
import { reportOperation, summaryOperation } from './report.ts';

export function openApiDocument(config: GatewayConfig, reports: ReportDefinitions = allReports): oas31.OpenAPIObject {
  const base = { url: config.PUBLIC_BASE_URL, description: 'The main address.' };
  const external = { url: config.PUBLIC_EXTERNAL_API_URL ?? base.url, description: 'Tokens and health.' };
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Client Reporting API',
        version,
        description: descriptionOf(config),
        contact: { name: 'Support of the platform; please name the X-Request-Id' },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [base],
      tags: [
        { name: 'Reports', description: 'Pages of rows, with statistics over all that match.' },
        { name: 'Access', description: 'Client credentials for a short-lived access token.' },
        { name: 'About', description: 'Whether the service runs, and this document.' },
      ],
      security: [{ accessToken: [] }, { oauth2: [] }],
      paths: {
        ...reportPaths(reports),
        [paths.teams]: { get: namesOperation('teams') },
        [paths.contractors]: { get: namesOperation('contractors') },
        [paths.company]: { get: companyOperation },
        [paths.token]: { servers: [external], post: tokenOperation },
        [paths.oauthToken]: { post: oauthTokenOperation },
        [paths.revoke]: { post: revokeOperation },
        [paths.jwks]: { get: jwksOperation },
        [paths.metadata]: { get: metadataOperation },
        [paths.protectedResource]: { get: resourceOperation },
        [paths.health]: { servers: [external], get: healthOperation },
        [paths.openApi]: { get: openApiOperation },
      },
      components: {
        headers: headerComponents,
        responses: responseComponents,
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'An access token from POST /auth/token or POST /auth/oauth/token, or of a person from the identity provider of the platform; each opens every report.',
          },
          oauth2: {
            type: 'oauth2',
            description: 'The same token, for programs that get it by themselves.',
            flows: {
              clientCredentials: { tokenUrl: (base.url === '/' ? '' : base.url) + paths.oauthToken, scopes: {} },
            },
          },
          clientCredentials: {
            type: 'http',
            scheme: 'basic',
            description: 'The client id and secret, each form-encoded (RFC 6749, 2.3.1), instead of those in a form.',
          },
        },
      },
    },
    {
      // A field may be added to an answer one day; who checks answers by this document must not fall over it.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
}

function reportPaths(reports: ReportDefinitions): ZodOpenApiPathsObject {
  const all: ZodOpenApiPathsObject = {};
  for (const [name, report] of Object.entries(reports)) {
    const { sums, changes } = report;
    all[reportPath(name, 'list')] = { get: reportOperation(report) };
    if (sums) all[reportPath(name, 'summary')] = { get: summaryOperation(report, sums) };
    if (changes) all[reportPath(name, 'changes')] = { get: changesOperation(report, changes) };
  }
  return all;
}

const countedBy = {
  ip: 'from an address (IPv6: its /64, and ten times as many from its /48)',
  portal: 'from an address',
  clientId: 'with one client id',
  account: 'with tokens of one application or one person',
};

function descriptionOf(config: GatewayConfig): string {
  const apiTiers = rateLimitTiers(config).filter(({ key }) => key !== 'portal');
  const tiers = apiTiers.map(
    ({ key, limit, windowSeconds, routes }) =>
      `- ${limit} requests in ${windowSeconds} seconds ${countedBy[key]}, on ${routes?.join(', ') ?? `every path but ${paths.health} and the portal`}`,
  );
  return `What a company pays the freelancers that it hired: scheduled payments and timesheets. It only reads, and shows each company its own data alone.

**Tokens** are valid for as many seconds as the answer says, usually 3600. Keep a token until it expires; then request another.

**Money** is in US dollars, major units, as JSON numbers with two decimals (\`1250.00\`), exact. **Minutes** are whole. **Dates** are days in UTC, both ends included; **times** are ISO 8601 in UTC with milliseconds.

**Several values**: \`teamIds=a&teamIds=b\`; also \`teamIds[]=a\`, \`teamIds[0]=a\`, \`teamIds=a,b\` and \`teamIds=["a","b"]\`. Repeated ones count once. Ids that your company doesn't have match nothing. An unknown parameter is an error.

**Answers** may get further fields one day; ignore those that you don't know.

## Limits

${tiers.join('\n')}

A window begins with its first request. The RateLimit headers show the tier with the least left. When it is 429, wait \`Retry-After\` seconds. A body or the headers of a request may have 16 KiB each, the headers 100 lines.

## Errors

Every error is \`{"error": code, "message": text}\`, a \`validation_error\` has \`details\` by parameter. After a 5xx, retry in 5 to 10 seconds.

| status | error | usual message |
|---|---|---|
${errorLines()}

HTTP itself that is wrong is a \`validation_error\` too (400, or 408 when it didn't arrive in time), headers over 16 KiB or 100 lines are \`payload_too_large\` with status 431. A request that can't be read counts against no limit, and its answer has no RateLimit headers. Every answer has \`X-Content-Type-Options: nosniff\`, and \`Strict-Transport-Security\` where the operator has set it. A connection takes one request at a time: if another comes before the answer, it is not read, and the connection ends with the answer.`;
}

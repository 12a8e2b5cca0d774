import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { readGatewayConfig } from '../../../gateway/config.ts';
import { createTools } from '../../../gateway/mcp/tools.ts';
import { openApiDocument } from '../../../gateway/openapi/document.ts';
import { paths, pathsOf, reportPath } from '../../../gateway/paths.ts';
import { reports } from '../../../proto/reports.ts';
import { contractsDefinition } from '../../sample-report/definitions.ts';
import { root, version } from '../../support/programs/command.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { ownGateway } from '../../support/programs/own-product.ts';

type Document = {
  openapi: string;
  info: { version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, { servers?: { url: string }[]; get?: Operation; post?: Operation }>;
  components: { securitySchemes: { oauth2: { flows: { clientCredentials: { tokenUrl: string } } } } };
};
type Operation = { operationId: string; parameters?: Named[]; responses: Record<string, { content?: Content }> };
type Named = { name: string; example?: unknown };
type Content = Record<string, { example?: unknown }>;

const document = JSON.parse(await readFile(path.join(root, 'docs/openapi.json'), 'utf8')) as Document;
const gateway = await ownGateway({
  PUBLIC_BASE_URL: 'https://reports.test/',
  PUBLIC_EXTERNAL_API_URL: 'https://external.test',
  RATE_LIMIT_IP: '77',
});

it('The document is OpenAPI 3.1 and describes every path of the gateway except the MCP path', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).sort()).toEqual(
    pathsOf(reports)
      .filter((path) => path !== paths.mcp)
      .sort(),
  );
});

it('The document has no path, schema or tool for sums and changes of a report without them', () => {
  const config = readGatewayConfig({ AUTH_ADDRESS: 'localhost:1', REPORTING_ADDRESS: 'localhost:1' });
  const made = openApiDocument(config, { contracts: contractsDefinition });
  const ofReport = Object.keys(made.paths ?? {}).filter((each) => each.includes('/contracts/'));
  expect(ofReport).toEqual([reportPath('contracts', 'list')]);
  expect(Object.keys(made.components?.schemas ?? {}).join()).not.toMatch(/Summary|Change/);
  const tools = createTools({} as never, config, { contracts: contractsDefinition });
  expect(tools.map(({ name }) => name)).toEqual(['list_contracts', 'find']);
});

it('The document has an example of each good answer that is text, and of each parameter except values of an earlier answer', () => {
  const conditions = ['If-None-Match', 'If-Match', 'Report-Version'];
  for (const { get, post } of Object.values(document.paths)) {
    const { operationId = '', parameters = [], responses = {} } = get ?? post ?? {};
    for (const { name, example } of parameters) {
      expect([operationId, name, example === undefined]).toEqual([operationId, name, conditions.includes(name)]);
    }
    for (const [type, { example }] of Object.entries(responses[200]?.content ?? {})) {
      if (!type.startsWith('application/vnd.')) expect([operationId, type, example]).not.toContain(undefined);
    }
  }
});

it('The document has the address that was requested where the service has no address of its own', async () => {
  const single = await startGateway({});
  try {
    const { host } = new URL(single.url);
    const response = await request(single.url).get(paths.openApi).expect(200);
    expect(response.headers['cache-control']).toBe('private, max-age=300');
    const { servers, components } = response.body as Document;
    expect(servers).toMatchObject([{ url: `http://${host}` }]);
    const { tokenUrl } = components.securitySchemes.oauth2.flows.clientCredentials;
    expect(tokenUrl).toBe(`http://${host}/auth/oauth/token`);
  } finally {
    await single.stop();
  }
});

it("The service's document has the addresses and limits of this service", async () => {
  const response = await request(gateway.url).get(paths.openApi).expect(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'ratelimit-policy': '77;w=60',
  });
  const served = response.body as Document;
  expect(served.servers).toMatchObject([{ url: 'https://reports.test' }]);
  expect(served.paths[paths.token]?.servers).toMatchObject([{ url: 'https://external.test' }]);
  expect(served.paths[paths.health]?.servers).toMatchObject([{ url: 'https://external.test' }]);
  const { clientCredentials } = served.components.securitySchemes.oauth2.flows;
  expect(clientCredentials.tokenUrl).toBe('https://reports.test/auth/oauth/token');
  clientCredentials.tokenUrl = '/auth/oauth/token';
  expect(served.info.version).toBe(version);
  expect(served.info.description).toContain('- 77 requests in 60 seconds from an address');
  for (const ownPath of [paths.token, paths.health]) {
    served.paths[ownPath] = { ...served.paths[ownPath], servers: document.paths[ownPath]?.servers ?? [] };
  }
  expect({ ...served, info: '', servers: '' }).toEqual({ ...document, info: '', servers: '' });
});

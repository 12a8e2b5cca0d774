import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { errorResponses, errorSchema, serviceErrors } from '../responses/errors.ts';
import { basicHeaders, headers, limitHeaders, optionalHeaders } from '../responses/headers.ts';

const jsonrpc = z.literal('2.0');
const id = z.union([z.string(), z.number()]);
const members = z.record(z.string(), z.unknown());
const result = z.object({ jsonrpc, id, result: members }).meta({ id: 'McpResult' });
const error = z.object({ code: z.int(), message: z.string(), data: members.optional() });
const failure = z.object({ jsonrpc, id, error }).meta({ id: 'McpError', description: 'An error of JSON-RPC.' });

export const mcpOperation: ZodOpenApiOperationObject = {
  operationId: 'callMcp',
  summary: 'Model Context Protocol: the reports as tools',
  description:
    'Streamable HTTP, revision 2026-07-28 and those from 2025-03-26 on, without sessions and streams. A body is one request or notification of JSON-RPC.',
  tags: ['Reports'],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: z.object({ jsonrpc, id: id.optional(), method: z.string(), params: members.optional() }),
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
    },
  },
  responses: {
    ...errorResponses(['missing_token', 'invalid_token', 'unauthorized', 'payload_too_large', ...serviceErrors]),
    200: answered('The response of JSON-RPC.', z.union([result, failure]), {
      jsonrpc: '2.0',
      id: 1,
      result: { tools: [] },
    }),
    202: {
      description: 'A notification, which is ignored.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
    },
    400: answered(
      'The HTTP, the JSON, or the protocol version of the request is wrong.',
      z.union([errorSchema, failure]),
    ),
    404: answered('The method is not supported; or the service has no MCP.', z.union([errorSchema, failure])),
  },
};

function answered(description: string, schema: z.ZodType, example?: object): ZodOpenApiResponseObject {
  return {
    description,
    headers: {
      ...headers(...basicHeaders, 'Cache-Control'),
      // What can't be read as HTTP counts against no limit.
      ...optionalHeaders(...limitHeaders, 'Vary', 'Content-Encoding'),
    },
    content: { 'application/json': { schema, ...(example && { example }) } },
  };
}

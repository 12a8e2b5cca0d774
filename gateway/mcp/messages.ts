import type { Request } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { errorResponses, errorSchema, serviceErrors } from '../responses/errors.ts';
import { basicHeaders, headers, limitHeaders, optionalHeaders } from '../responses/headers.ts';

export const newest = '2026-07-28';

/** The revisions that begin with `initialize`. */
export const earlier = ['2025-11-25', '2025-06-18'];

export const invalidParams = -32_602;
export const members = z.record(z.string(), z.unknown());

const protocolVersion = 'io.modelcontextprotocol/protocolVersion';
const clientCapabilities = 'io.modelcontextprotocol/clientCapabilities';
const meta = z.object({ [protocolVersion]: z.string(), [clientCapabilities]: members }).partial();

const jsonrpc = z.literal('2.0', 'must be "2.0"');
const id = z.union([z.string(), z.number()], 'must be a string or a number');

/** A request of JSON-RPC, or a notification, which has no id. */
export const messageSchema = z.object({
  jsonrpc,
  id: id.nullish(),
  method: z.string('must be a string'),
  params: z
    .looseObject({ _meta: meta.catch({}) }, 'must be an object')
    .nullish()
    .transform((params) => params ?? { _meta: {} }),
});

export type Message = z.infer<typeof messageSchema>;

/** The status is 200 unless given. */
export type Reply = { status?: number; result?: object; error?: { code: number; message: string; data?: object } };

/** A request of the newest revision names it in its body. `initialize` names none in its headers. */
export function isOfEarlier({ params: { _meta } }: Message, request: Request): boolean {
  const header = request.get('mcp-protocol-version');
  return _meta[protocolVersion] === undefined && (header === undefined || earlier.includes(header));
}

/** What is wrong with what a request of the newest revision says of itself, in its body and again in its headers. */
export function failureOf({ method, params: { _meta, name } }: Message, request: Request): Reply['error'] {
  const requested = _meta[protocolVersion] ?? request.get('mcp-protocol-version');
  if (requested !== newest) {
    const data = { supported: [newest], requested };
    return { code: -32_022, message: 'This protocol version is not supported.', data };
  }
  if (!_meta[protocolVersion] || !_meta[clientCapabilities]) {
    return { code: invalidParams, message: '_meta must have the protocol version and the capabilities of the client.' };
  }
  const named = method === 'tools/call' && { 'Mcp-Name': name };
  const expected = Object.entries({ 'MCP-Protocol-Version': newest, 'Mcp-Method': method, ...named });
  const wrong = expected.flatMap(([header, value]) => (plain(request.get(header)) === value ? [] : header));
  if (wrong.length === 0) return undefined;
  return { code: -32_020, message: `Missing, or another value than in the body: ${wrong.join(', ')}.` };
}

/** A value of a header, which may be in Base64. */
function plain(value = ''): string {
  return value.replace(/^=\?base64\?(.*)\?=$/, (_, encoded: string) => Buffer.from(encoded, 'base64').toString());
}

const result = z.object({ jsonrpc, id, result: members }).meta({ id: 'McpResult' });
const error = z.object({ code: z.int(), message: z.string(), data: members.optional() });
const failure = z.object({ jsonrpc, id, error }).meta({ id: 'McpError', description: 'An error of JSON-RPC.' });
const json = (schema: z.ZodType, example?: object) => ({ 'application/json': { schema, ...(example && { example }) } });
const example = { jsonrpc: '2.0', id: 1 };
const sent = json(messageSchema.extend({ id: id.optional(), params: members.optional() }), {
  ...example,
  method: 'tools/list',
});
const reply = json(z.union([result, failure]), { ...example, result: { tools: [] } });
const refusals = json(z.union([errorSchema, failure]));

export const mcpOperation: ZodOpenApiOperationObject = {
  operationId: 'callMcp',
  summary: 'Model Context Protocol: the reports as tools',
  description:
    'Streamable HTTP, revision 2026-07-28 and those from 2025-06-18 on, without sessions and streams. A body is one request or notification of JSON-RPC.',
  tags: ['Reports'],
  requestBody: { required: true, content: sent },
  responses: {
    ...errorResponses(['missing_token', 'invalid_token', 'unauthorized', 'payload_too_large', ...serviceErrors]),
    200: answered('The response of JSON-RPC.', reply),
    202: {
      description: 'A notification, which is ignored.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
    },
    400: answered('The HTTP, the JSON, or the protocol version of the request is wrong.', refusals),
    404: answered('The method is not supported; or the service has no MCP.', refusals),
  },
};

// What can't be read as HTTP counts against no limit.
function answered(description: string, content: ReturnType<typeof json>) {
  const optional = optionalHeaders(...limitHeaders, 'Vary', 'Content-Encoding');
  return { description, headers: { ...headers(...basicHeaders, 'Cache-Control'), ...optional }, content };
}

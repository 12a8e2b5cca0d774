import type { Request } from 'express';
import { z } from 'zod';

export const newest = '2026-07-28';

/** The revisions that begin with `initialize`. */
export const earlier = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** A request of JSON-RPC, or a notification, which has no id. */
export const messageSchema = z.object({
  jsonrpc: z.literal('2.0', 'must be "2.0"'),
  id: z.union([z.string(), z.number()], 'must be a string or a number').optional(),
  method: z.string('must be a string'),
  params: z.record(z.string(), z.unknown(), 'must be an object').default({}),
});

export type Message = z.infer<typeof messageSchema>;

/** The status is 200 unless given. */
export type Reply =
  { result: object } | { status?: 400 | 404; error: { code: number; message: string; data?: object } };

/** A request of the newest revision names it in its body. One of 2025-03-26 names none at all. */
export function isOfEarlier(message: Message, request: Request): boolean {
  const header = request.get('mcp-protocol-version');
  return protocolOf(message) === undefined && (header === undefined || earlier.includes(header));
}

/** What is wrong with what a request of the newest revision says of itself, in its body and again in its headers. */
export function refusalOf(message: Message, request: Request): Reply | undefined {
  const { method, params } = message;
  const version = protocolOf(message) ?? request.get('mcp-protocol-version');
  if (version !== newest) {
    const data = { supported: [newest], requested: version };
    return { status: 400, error: { code: -32_022, message: 'This protocol version is not supported.', data } };
  }
  if (protocolOf(message) === undefined || !isObject(metaOf(params)['io.modelcontextprotocol/clientCapabilities'])) {
    return { ...invalid('_meta must have the protocol version and the capabilities of the client.'), status: 400 };
  }
  const expected: Record<string, unknown> = {
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(method === 'tools/call' && { 'Mcp-Name': params.name }),
  };
  const wrong = Object.entries(expected).filter(([name, value]) => plain(request.get(name)) !== value);
  if (wrong.length === 0) return undefined;
  const names = wrong.map(([name]) => name).join(', ');
  return { status: 400, error: { code: -32_020, message: `Missing, or another value than in the body: ${names}.` } };
}

/** A value of a header, which may be in Base64. */
function plain(value: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}

export function invalid(message: string) {
  return { error: { code: -32_602, message } };
}

function protocolOf({ params }: Message): unknown {
  return metaOf(params)['io.modelcontextprotocol/protocolVersion'];
}

function metaOf({ _meta }: Message['params']): Record<string, unknown> {
  return isObject(_meta) ? _meta : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

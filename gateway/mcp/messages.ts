import type { Request } from 'express';
import * as z from 'zod';

const newest = '2026-07-28';

/** The revisions that begin with `initialize`. */
export const earlier = ['2025-11-25', '2025-06-18'];

/** Newest first. */
export const supported = [newest, ...earlier];

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
  id: id.nullish().transform((given) => given ?? undefined),
  method: z.string('must be a string'),
  params: z
    .looseObject({ _meta: meta.catch({}) }, 'must be an object')
    .nullish()
    .transform((params) => params ?? { _meta: {} }),
});

export type Message = z.infer<typeof messageSchema>;

export type Reply = { result?: object; error?: { code: number; message: string; data?: object } };

/** A request of the newest revision names it in its body. `initialize` names none in its headers. */
export function isOfEarlier({ params: { _meta } }: Message, request: Request): boolean {
  const header = request.get('mcp-protocol-version');
  return _meta[protocolVersion] === undefined && (header === undefined || earlier.includes(header));
}

/** What is wrong with what a request of the newest revision says of itself, in its body and again in its headers. */
export function failureOf({ method, params: { _meta, name } }: Message, request: Request): Reply['error'] {
  const requested = _meta[protocolVersion] ?? request.get('mcp-protocol-version');
  if (requested !== newest) {
    const data = { supported, requested };
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

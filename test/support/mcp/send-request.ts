export const newest = '2026-07-28';

type Reply = {
  status: number;
  headers: Headers;
  /** Of JSON-RPC, or an error of the API. */
  body: { id?: unknown; result?: Result; error?: { code: number; message: string; data?: object } | string };
};

export type Result = {
  tools?: { name: string; inputSchema: object; annotations: object }[];
  content?: { type: string; text: string }[];
  isError?: boolean;
};

/** What a tool answers, out of its text. */
export type Answer = Record<string, unknown> & { note: string; version: string; results: { _id: string }[] };

/** Sends a request of the newest revision, as its clients do. */
export async function sendRequest(
  url: string,
  token: string | undefined,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': newest, 'io.modelcontextprotocol/clientCapabilities': {} };
  return post(
    url,
    token,
    { jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } },
    {
      'MCP-Protocol-Version': newest,
      'Mcp-Method': method,
      ...(typeof params.name === 'string' && { 'Mcp-Name': params.name }),
      ...headers,
    },
  );
}

export async function post(
  url: string,
  token: string | undefined,
  message: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Reply['body']),
  };
}

/** What a tool answers. */
export async function callTool(url: string, token: string, name: string, values: object) {
  const { status, body } = await sendRequest(url, token, 'tools/call', { name, arguments: values });
  if (status !== 200 || !body.result) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
  const { isError, content } = body.result;
  return { isError, text: content?.[0]?.text ?? '', answer: answerOf(body.result) };
}

export function answerOf({ content }: Result = {}): Answer {
  return JSON.parse(content?.[0]?.text ?? '') as Answer;
}

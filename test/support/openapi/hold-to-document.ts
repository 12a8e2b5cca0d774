import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach } from '@jest/globals';
import { isHeld, seeAnswer, takeFindings } from './seen-answers.ts';

// Jest runs this before each test file. What a gateway answers to node:http, and so to supertest, or to fetch is read
// along, and the test fails if docs/openapi.json doesn't describe it. Of a body that isn't JSON it describes only the type.

const channel = 'http.client.response.finish';

const onAnswer = (message: unknown) => {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
  if (!isHeld(request.socket?.remotePort)) return;
  const { statusCode: status = 0, headers } = response;
  const answer = { method: request.method, target: request.path, status, headers };
  if (isJson(headers['content-type'])) readAlong(response, (body) => seeAnswer({ ...answer, body }));
  else seeAnswer(answer);
};

/** Takes nothing from the test, and reports no body that broke off. */
function readAlong(response: IncomingMessage, onBody: (body: string) => void): void {
  const chunks: Buffer[] = [];
  const push = response.push.bind(response);
  response.push = (chunk: Buffer | null, encoding) => {
    if (chunk) chunks.push(chunk);
    else if (response.complete) onBody(decoded(Buffer.concat(chunks), response.headers['content-encoding']).toString());
    return push(chunk, encoding);
  };
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

const plainFetch = globalThis.fetch;
const reading: Promise<void>[] = [];

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const { port, pathname, search } = new URL(response.url);
  if (!isHeld(port)) return response;
  const { status, headers } = response;
  const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
  const answer = { method, target: `${pathname}${search}`, status, headers: Object.fromEntries(headers) };
  if (isJson(headers.get('content-type'))) {
    const seen = (body: string) => seeAnswer({ ...answer, body });
    reading.push(
      response
        .clone()
        .text()
        .then(seen, () => undefined),
    );
  } else {
    seeAnswer(answer);
  }
  return response;
};

function isJson(type: string | null | undefined): boolean {
  return type?.startsWith('application/json') === true;
}

async function failOverFindings(): Promise<void> {
  await Promise.all(reading.splice(0));
  const findings = takeFindings();
  if (findings.length > 0) throw new Error(`docs/openapi.json does not describe this:\n${findings.join('\n')}`);
}

subscribe(channel, onAnswer);
afterEach(failOverFindings);
afterAll(async () => {
  unsubscribe(channel, onAnswer);
  await failOverFindings();
});

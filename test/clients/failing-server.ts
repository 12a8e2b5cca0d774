import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ClientOptions } from '../../clients/node/create-client.ts';

/** Answers one request, or fails to. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type FailingServer = {
  options: ClientOptions;
  /** The requests for reports that it got. */
  requests: { at: number; url: string; headers: IncomingHttpHeaders }[];
  tokens: () => number;
  stop: () => Promise<void>;
};

export const emptyPage = {
  results: [],
  pagination: { currentPage: 1, itemsPerPage: 10, pagesCount: 0, totalCount: 0 },
};

export function json(body: object): Answer {
  return (response) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
}

export const page = json(emptyPage);
export const token = json({ access_token: 'a-token', expires_in: 3_600 });

/** A server that gives these answers to the requests for reports, and those to the ones for a token, in turn, and the last one from then on. */
export async function startFailingServer(
  answers: Answer[],
  tokenAnswers = [token],
  tls: { key: Buffer | undefined; cert: Buffer | undefined } | false = false,
): Promise<FailingServer> {
  const requests: FailingServer['requests'] = [];
  let tokens = 0;
  const listener: RequestListener = (request, response) => {
    const { url = '', headers } = request;
    if (url === '/auth/oauth/token') {
      tokens += 1;
      inTurn(tokenAnswers, tokens)?.(response, request);
      return;
    }
    requests.push({ at: performance.now(), url, headers });
    inTurn(answers, requests.length)?.(response, request);
  };
  const server = (tls ? createSecureServer(tls, listener) : createServer(listener)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    options: { baseUrl: `http://127.0.0.1:${port}`, clientId: 'id', clientSecret: 'a-secret' },
    requests,
    tokens: () => tokens,
    stop: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

function inTurn(answers: Answer[], count: number): Answer | undefined {
  return answers[Math.min(count, answers.length) - 1];
}

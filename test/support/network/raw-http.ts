import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isHeld, seeAnswer } from '../openapi/seen-answers.ts';

export type RawResponse = { status: number; headers: Record<string, string>; body: string };

/** Sends the pieces over a connection of their own, a moment apart; the responses until the server closes it. */
export async function exchange(url: string, ...pieces: (string | Buffer)[]): Promise<RawResponse[]> {
  return exchangeAtPace(url, pieces, () => sleep(50));
}

/** Sends each piece once something has been answered to the one before it. */
export async function exchangeInTurns(url: string, ...pieces: string[]): Promise<RawResponse[]> {
  return exchangeAtPace(url, pieces, (socket) => once(socket, 'data'));
}

async function exchangeAtPace(
  url: string,
  pieces: (string | Buffer)[],
  pause: (socket: Socket) => Promise<unknown>,
): Promise<RawResponse[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause(socket);
    if (socket.writable) socket.write(piece);
  }
  await closed;
  const responses = responsesIn(Buffer.concat(received));
  if (isHeld(port)) seeResponses(pieces.join(''), responses);
  return responses;
}

/** Holds each against the OpenAPI document, as the answer to the request in the same place; what is none is without a line. */
function seeResponses(sent: string, responses: RawResponse[]): void {
  const lines = [...sent.matchAll(/^([A-Z]+) (\S+) HTTP\/\d\.\d\r$/gm)];
  const final = responses.filter(({ status }) => status >= 200);
  for (const [index, response] of final.entries()) {
    const [, method = '', target = ''] = lines[index] ?? [];
    seeAnswer({ method, target, ...response });
  }
}

function responsesIn(bytes: Buffer): RawResponse[] {
  if (bytes.length === 0) return [];
  const headEnd = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) \S/.exec(statusLine)?.[1];
  if (headEnd === -1 || status === undefined) throw new Error(`no HTTP response: ${bytes.toString('latin1')}`);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
    }),
  );
  const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
  const body = bytes.subarray(headEnd + 4, bodyEnd).toString();
  return [{ status: Number(status), headers, body }, ...responsesIn(bytes.subarray(bodyEnd))];
}

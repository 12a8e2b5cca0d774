import type { Response } from 'express';
import { writeAtPaceOf } from './client-pace.ts';
import type { ClientPace } from './client-pace.ts';
import { compress, worthCompressing } from './compress.ts';

/** Express' send would hash and compare once more what reporting has decided, and buffer what the client does not read. */
export async function sendBody(response: Response, body: Buffer, pace: ClientPace): Promise<void> {
  const isShort = body.length < worthCompressing;
  if (!isShort) compress(response);
  // HEAD does not know the length of what would be compressed.
  if (isShort || response.req.method !== 'HEAD') response.set('Content-Length', String(body.length));
  const client = writeAtPaceOf(response, pace);
  await client.write(body);
  await client.end();
}

export async function sendJson(response: Response, json: Buffer, pace: ClientPace): Promise<void> {
  response.set('Content-Type', 'application/json; charset=utf-8');
  await sendBody(response, json, pace);
}

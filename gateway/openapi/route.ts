import type { RequestHandler } from 'express';
import type { oas31 } from 'zod-openapi';
import { requiredPublicAddress } from '../http/public-address.ts';
import type { Send } from '../http/send.ts';
import { operation } from './responses/operation.ts';

/** Stands in the text of a document for the address of each request. */
const requested = 'https://requested.invalid';

/** GET /openapi.json. Addresses of one request are not cached for another. */
export function openApi(
  documentOf: (address: string) => oas31.OpenAPIObject,
  publicUrl: string,
  send: Send,
): RequestHandler {
  let text: string | undefined;
  const cacheControl = `${publicUrl === '/' ? 'private' : 'public'}, max-age=300`;
  return async (request, response) => {
    const address = requiredPublicAddress(publicUrl, request);
    // Written for the first who asks, which would be a sixth of the time of a start.
    text ??= JSON.stringify(documentOf(publicUrl === '/' ? requested : publicUrl));
    await send.json(response, Buffer.from(text.replaceAll(requested, address)), { 'Cache-Control': cacheControl });
  };
}

const example = { openapi: '3.1.0', info: { title: 'Client Reporting API', version: '1.0.0' }, paths: {} };

export const openApiOperation = operation(
  {
    operationId: 'getOpenApi',
    summary: 'This document',
    description: 'With the addresses and limits of this service.',
    tags: ['About'],
    security: [],
  },
  {
    description: 'The document.',
    headers: ['Cache-Control', 'Vary', 'Content-Encoding'],
    json: { schema: { type: 'object', description: 'OpenAPI 3.1.' }, example },
  },
  [503],
);

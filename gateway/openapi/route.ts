import type { RequestHandler } from 'express';
import { stringify } from 'yaml';
import type { oas31, ZodOpenApiOperationObject } from 'zod-openapi';
import type { GatewayConfig } from '../config.ts';
import { paceOf } from '../http/client-pace.ts';
import { requiredPublicAddress } from '../http/public-address.ts';
import { sendBody } from '../http/send-body.ts';
import type { TakeBytes } from '../limits/held.ts';
import { errorResponses } from '../responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../responses/headers.ts';

const formats = { JSON: 'application/json', YAML: 'application/yaml' };

/** Stands in the text of a document for the address of each request. */
const requested = 'https://requested.invalid';

/** GET /openapi.json and /openapi.yaml. Addresses of one request are not cached for another. */
export function openApi(
  documentOf: (address: string) => oas31.OpenAPIObject,
  format: keyof typeof formats,
  config: GatewayConfig,
  takeBytes: TakeBytes,
): RequestHandler {
  const { PUBLIC_BASE_URL: publicUrl } = config;
  const write = () => {
    const document = documentOf(publicUrl === '/' ? requested : publicUrl);
    return format === 'JSON' ? JSON.stringify(document) : yamlOf(document);
  };
  let text: string | undefined;
  const cacheControl = `${publicUrl === '/' ? 'private' : 'public'}, max-age=300`;
  const pace = paceOf(config);
  return async (request, response) => {
    const address = requiredPublicAddress(publicUrl, request);
    // Written for the first who asks, which would be a sixth of the time of a start.
    text ??= write();
    const body = Buffer.from(text.replaceAll(requested, address));
    takeBytes(response, body.length);
    response.set({ 'Cache-Control': cacheControl, 'Content-Type': `${formats[format]}; charset=utf-8` });
    await sendBody(response, body, pace);
  };
}

export function yamlOf(document: oas31.OpenAPIObject): string {
  // Readers of YAML 1.1 would take a date without quotes for a time.
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
}

const example = { openapi: '3.1.0', info: { title: 'Client Reporting API', version: '1.0.0' }, paths: {} };

export function openApiOperation(format: keyof typeof formats): ZodOpenApiOperationObject {
  return {
    operationId: `getOpenApi${format}`,
    summary: `This document, as ${format}`,
    description: 'With the addresses and limits of this service.',
    tags: ['About'],
    security: [],
    responses: {
      200: {
        description: 'The document.',
        headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control', 'Vary', 'Content-Encoding'),
        content: {
          [formats[format]]: { schema: { type: 'object', description: 'OpenAPI 3.1.' }, example },
        },
      },
      ...errorResponses(['service_unavailable']),
    },
  };
}

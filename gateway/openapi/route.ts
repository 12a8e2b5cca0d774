import type { RequestHandler } from 'express';
import { stringify } from 'yaml';
import type { oas31, ZodOpenApiOperationObject } from 'zod-openapi';
import { compress } from '../http/compress.ts';
import { errorResponses } from './errors.ts';
import { basicHeaders, headers, limitHeaders } from './headers.ts';

const formats = { JSON: 'application/json', YAML: 'application/yaml' };

/** GET /openapi.json and /openapi.yaml */
export function openApi(document: oas31.OpenAPIObject, format: keyof typeof formats): RequestHandler {
  const text = format === 'JSON' ? JSON.stringify(document) : yamlOf(document);
  return (request, response) => {
    compress(response);
    response.set('Cache-Control', 'public, max-age=300').type(formats[format]);
    if (request.method === 'HEAD') response.end();
    else response.send(text);
  };
}

export function yamlOf(document: oas31.OpenAPIObject): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}

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
        content: { [formats[format]]: { schema: { type: 'object', description: 'OpenAPI 3.1.' } } },
      },
      ...errorResponses([]),
    },
  };
}

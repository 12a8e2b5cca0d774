import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { errorResponses } from './openapi/responses/errors.ts';
import { basicHeaders, headers } from './openapi/responses/headers.ts';

/** GET /health: the gateway runs. It calls no other process. */
export const health: RequestHandler = (_, response) => {
  response.json({ status: 'ok' });
};

export const healthOperation: ZodOpenApiOperationObject = {
  operationId: 'getHealth',
  summary: 'Health check',
  description: 'Calls no other process, and counts against no limit.',
  tags: ['About'],
  security: [],
  responses: {
    200: {
      description: 'It runs.',
      headers: headers(...basicHeaders),
      content: { 'application/json': { schema: z.object({ status: z.literal('ok') }), example: { status: 'ok' } } },
    },
    ...errorResponses([], { isLimited: false }),
  },
};

import type { RequestHandler } from 'express';
import * as z from 'zod';
import { operation } from './openapi/responses/operation.ts';

/** GET /health: the gateway runs. It calls no other process. */
export const health: RequestHandler = (_, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

export const healthOperation = operation(
  {
    operationId: 'getHealth',
    summary: 'Health check',
    description: 'Calls no other process, and counts against no limit.',
    tags: ['About'],
    security: [],
  },
  {
    description: 'It runs.',
    headers: ['Cache-Control'],
    json: { schema: z.object({ status: z.literal('ok') }), example: { status: 'ok' } },
  },
  [],
  { isLimited: false },
);

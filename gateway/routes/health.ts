import type { RequestHandler } from 'express';

/** GET /health: the gateway runs. Asks nobody else. */
export const health: RequestHandler = (_, response) => {
  response.json({ status: 'ok' });
};

import { once } from 'node:events';
import type { RequestHandler } from 'express';

/**
 * A response that waits for an earlier one on its connection does not notice when that connection closes: it would hold memory here,
 * or an export slot in reporting. So a request waits for the responses before its own.
 */
export const inTurn: RequestHandler = async (_request, response, next) => {
  if (!response.socket && !response.destroyed) await once(response, 'socket');
  next();
};

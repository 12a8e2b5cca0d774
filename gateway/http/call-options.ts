import type { Response } from 'express';

/** Of a call for this answer. */
export function callFor(response: Response, authorization?: string) {
  const { requestId, clientAddress } = response.locals;
  return { requestId, clientAddress, authorization, caller: response };
}

import type { RequestHandler } from 'express';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { TrustedIssuer } from '../../access/trusted-issuers.ts';
import { ApiError } from '../../proto/errors.ts';
import { paths } from '../paths.ts';
import { errorResponses } from '../responses/errors.ts';

/** GET /auth/oauth/authorize: nobody signs in here. It is there since clients want metadata to have it. */
export function authorize(issuers: TrustedIssuer[]): RequestHandler {
  const where = issuers.map(({ issuer }) => ` People sign in at ${issuer}.`).join('');
  return () => {
    throw new ApiError('forbidden', { message: `${noSignIn}${where}` });
  };
}

const noSignIn = `There is no sign-in by a browser here. Programs get tokens at POST ${paths.oauthToken}.`;

export const authorizeOperation: ZodOpenApiOperationObject = {
  operationId: 'getAuthorization',
  summary: 'Says where people sign in',
  description: 'Always 403: people sign in at the identity provider that the resource metadata names, if there is one.',
  tags: ['Access'],
  security: [],
  responses: errorResponses(['forbidden']),
};

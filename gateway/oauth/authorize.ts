import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { TrustedIssuer } from '../../access/trusted-issuers.ts';
import { paths } from '../paths.ts';
import { errorResponses } from '../openapi/responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../openapi/responses/headers.ts';

/** GET /auth/oauth/authorize: says where people sign in. Clients need the address in the metadata. */
export function authorize(issuers: TrustedIssuer[]): RequestHandler {
  const message = messageOf(issuers.map(({ issuer }) => issuer));
  return (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ message });
  };
}

function messageOf(issuers: string[]): string {
  const where = issuers.map((issuer) => ` People sign in at ${issuer}.`).join('');
  return `There is no sign-in by a browser here. Programs get tokens at POST ${paths.oauthToken}.${where}`;
}

export const authorizeOperation: ZodOpenApiOperationObject = {
  operationId: 'getAuthorization',
  summary: 'Where people sign in',
  description:
    'Nobody signs in here: people do at the identity provider that the resource metadata names, if there is one.',
  tags: ['Access'],
  security: [],
  responses: {
    200: {
      description: 'Where to sign in.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
      content: {
        'application/json': { schema: z.object({ message: z.string() }), example: { message: messageOf([]) } },
      },
    },
    ...errorResponses([]),
  },
};

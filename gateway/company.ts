import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { ReportingDefinition } from '../proto/generated/clientreporting/reporting/Reporting.ts';
import type { RpcClient } from '../runtime/grpc/rpc-client.ts';
import { errorResponses, serviceErrors } from './openapi/responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from './openapi/responses/headers.ts';

/** GET of the company that the access token belongs to. */
export function company(reporting: RpcClient<ReportingDefinition>): RequestHandler {
  return async (request, response) => {
    const { requestId } = response.locals;
    const call = { requestId, authorization: request.headers.authorization, caller: response };
    const { id, name } = await reporting.GetCompany({}, call);
    response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' }).json({ _id: id, companyName: name });
  };
}

export const companyOperation: ZodOpenApiOperationObject = {
  operationId: 'getCompany',
  summary: 'The company of the access token',
  description: 'Whose contracts the reports are of.',
  tags: ['Reports'],
  responses: {
    200: {
      description: 'The company.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control', 'Vary'),
      content: {
        'application/json': {
          schema: z
            .object({ _id: z.string().meta({ description: 'Opaque.', example: 'acme' }), companyName: z.string() })
            .meta({ id: 'Company' }),
          example: { _id: 'acme', companyName: 'Acme' },
        },
      },
    },
    ...errorResponses(['missing_token', 'invalid_token', 'unauthorized', ...serviceErrors]),
  },
};

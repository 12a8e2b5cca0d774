import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { ReportingDefinition } from '../proto/generated/clientreporting/reporting/Reporting.ts';
import type { RpcClient } from '../runtime/grpc/rpc-client.ts';
import { callFor } from './http/call-options.ts';
import { operation, reportStatuses } from './openapi/responses/operation.ts';

/** GET of the company that the access token belongs to. */
export function company(reporting: RpcClient<ReportingDefinition>): RequestHandler {
  return async (request, response) => {
    const { id, name } = await reporting.GetCompany({}, callFor(response, request.headers.authorization));
    response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' }).json({ _id: id, companyName: name });
  };
}

export const companyOperation = operation(
  {
    operationId: 'getCompany',
    summary: 'The company of the access token',
    description: 'Whose contracts the reports are of.',
    tags: ['Reports'],
  },
  {
    description: 'The company.',
    headers: ['Cache-Control', 'Vary'],
    json: {
      schema: z
        .object({ _id: z.string().meta({ description: 'Opaque.', example: 'acme' }), companyName: z.string() })
        .meta({ id: 'Company' }),
      example: { _id: 'acme', companyName: 'Acme' },
    },
  },
  reportStatuses,
);

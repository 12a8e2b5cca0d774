import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiResponseObject } from 'zod-openapi';

/** A GET, and the HEAD that is answered with the same status and headers. */
export function withHead(get: ZodOpenApiOperationObject): ZodOpenApiPathItemObject {
  const { operationId = '', description, responses } = get;
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const head: ZodOpenApiOperationObject = {
    ...get,
    operationId: operationId.replace(/^(get|list)/, 'head'),
    description: `Only the headers. ${description}`,
    responses: {
      ...Object.fromEntries(
        good.map(([status, response]) => [status, withoutContent(response as ZodOpenApiResponseObject)]),
      ),
      '4XX': { description: 'As of GET, without a body.' },
      '5XX': { description: 'As of GET, without a body.' },
    },
  };
  return { get, head };
}

function withoutContent({ content: _, ...response }: ZodOpenApiResponseObject): ZodOpenApiResponseObject {
  return response;
}

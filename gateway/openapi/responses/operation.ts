import type { ZodOpenApiContentObject, ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { responsesOf } from './errors.ts';
import { headers, limitHeaders } from './headers.ts';
import type { HeaderName } from './headers.ts';

type Answer = {
  description: string;
  headers?: readonly HeaderName[];
  /** Without it, there is no body. */
  json?: ZodOpenApiMediaTypeObject;
  /** Of other types than JSON. */
  files?: ZodOpenApiContentObject;
};

/** Of every report, company and list of names. */
export const reportStatuses = [401, 403, 500, 503];

/**
 * An operation of the document, with its answer of 200.
 * @param statuses of this operation, in addition to the statuses of every path
 */
export function operation(
  described: Omit<ZodOpenApiOperationObject, 'responses'>,
  { description, headers: names = [], json, files }: Answer,
  statuses: number[] = [],
  { isLimited = true } = {},
): ZodOpenApiOperationObject {
  return {
    ...described,
    responses: {
      200: {
        description,
        headers: headers('X-Request-Id', ...(isLimited ? limitHeaders : []), ...names),
        ...(json && { content: { 'application/json': json, ...files } }),
      },
      ...responsesOf(statuses, isLimited),
    },
  };
}

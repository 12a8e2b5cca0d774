import * as z from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { ApiError, errorTable, validationError } from '../../../proto/errors.ts';
import type { ErrorCode } from '../../../proto/errors.ts';
import { malformed } from '../../http/malformed-http.ts';
import { errorBody, methodNotAllowed } from '../../http/errors.ts';
import { headers, limitHeaders, optionalHeaders, pollingHeaders } from './headers.ts';

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

const errorSchema = z
  .object({
    // A plain text: a program that was generated today must read the codes of tomorrow.
    error: z.string().meta({ description: 'Stable code. Others may be added.', 'x-extensible-enum': codes }),
    message: z.string().meta({ description: 'For humans. The text may change.' }),
    details: z
      .record(z.string(), z.object({ message: z.string() }))
      .optional()
      .meta({ description: 'Of a validation_error alone: what is wrong with each parameter, by its name.' }),
    error_description: z.string().optional().meta({ description: 'The message again, on the endpoints of OAuth 2.0.' }),
  })
  .meta({
    id: 'Error',
    description: 'Every error has this body.',
    examples: codes.map((code) => errorBody(exampleOf(code))),
  });

/** What could not be read as HTTP, on any path. */
const unread = ['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_HEADER_OVERFLOW'].map(malformed);

/** No operation answers 404. */
const answered = codes
  .filter((code) => code !== 'not_found')
  .map((code) => ({ status: errorTable[code].http, error: exampleOf(code) }));

/** One response for each status, to which operations refer. */
export const responseComponents: Record<string, ZodOpenApiResponseObject> = {
  304: {
    description: 'You have it: If-None-Match holds its ETag, and nothing has changed.',
    headers: headers('X-Request-Id', ...limitHeaders, ...pollingHeaders),
  },
  ...Object.fromEntries([...answered, ...unread].map(({ status }) => [`${status}`, errorResponse(status)])),
};

/** The responses of an operation: these statuses, and the statuses of every path. */
export function responsesOf(statuses: number[], isLimited: boolean) {
  const all = [400, 405, ...(isLimited ? [429] : []), ...statuses, ...unread.map(({ status }) => status)];
  return Object.fromEntries(all.map((status) => [`${status}`, { $ref: `#/components/responses/${status}` as const }]));
}

export function errorLines(): string {
  return codes.map((code) => `| ${errorTable[code].http} | \`${code}\` | ${errorTable[code].message} |`).join('\n');
}

function exampleOf(code: ErrorCode): ApiError {
  switch (code) {
    case 'validation_error':
      return validationError({ toDate: { message: 'is required' } });
    case 'method_not_allowed':
      return methodNotAllowed(['GET', 'HEAD']);
    default:
      return new ApiError(code);
  }
}

function errorResponse(status: number): ZodOpenApiResponseObject {
  const errors = [...answered, ...unread].filter((one) => one.status === status).map(({ error }) => error);
  const isUnread = unread.some((one) => one.status === status);
  return {
    description: errors.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    headers: {
      ...headers('X-Request-Id', 'Cache-Control'),
      // GET /health counts against no limit, and what can't be read as HTTP.
      ...(status === 400 || status === 405 ? optionalHeaders(...limitHeaders) : !isUnread && headers(...limitHeaders)),
      ...(status === 401 && headers('WWW-Authenticate')),
      ...(status === 405 && headers('Allow')),
      ...((status === 429 || status === 503) && headers('Retry-After')),
    },
    content: {
      'application/json': {
        schema: errorSchema,
        examples: Object.fromEntries(errors.map((error) => [error.code, { value: errorBody(error) }])),
      },
    },
  };
}

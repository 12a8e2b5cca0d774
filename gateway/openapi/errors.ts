import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ApiError, errorTable, validationError } from '../../proto/errors.ts';
import type { ErrorCode } from '../../proto/errors.ts';
import { exportRefused } from '../../proto/export-refusals.ts';
import { methodNotAllowed } from '../pipeline/allow.ts';
import { malformed } from '../pipeline/malformed-http.ts';
import { errorBody, oauthErrorBody } from '../pipeline/write-error.ts';
import { basicChallenge, basicHeaders, headers, limitHeaders } from './headers.ts';
import type { HeaderName } from './headers.ts';

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

const errorSchema = z
  .object({
    error: z.enum(codes).meta({ description: 'Stable code.' }),
    message: z.string().meta({ description: 'For humans. May be worded otherwise tomorrow.' }),
    details: z
      .record(z.string(), z.object({ message: z.string() }))
      .optional()
      .meta({ description: 'Of a validation_error alone: what is wrong with each parameter, by its name.' }),
  })
  .meta({
    id: 'Error',
    description: 'Every error has this body.',
    examples: codes.map((code) => errorBody(usual(code).error)),
  });

const oauthErrorSchema = errorSchema
  .extend({
    error_description: z
      .string()
      .optional()
      .meta({ description: 'The message, for OAuth 2.0 clients. Left out where the request is not valid HTTP.' }),
  })
  .meta({ id: 'OAuthError', description: 'Every error of an endpoint of OAuth 2.0 has this body.' });

/** The headers that go with an error; a challenge only where a token is asked for. */
const headersOf: Partial<Record<ErrorCode, HeaderName[]>> = {
  missing_token: ['WWW-Authenticate'],
  method_not_allowed: ['Allow'],
  rate_limited: ['Retry-After'],
  service_unavailable: ['Retry-After'],
};

const uncounted = [...basicHeaders, 'Cache-Control'] as const;
const counted = [...uncounted, ...limitHeaders] as const;

/** The answers of an operation to these errors, by status, each with an example. */
export function errors(...wanted: ErrorCode[]): ZodOpenApiResponsesObject {
  return answers(wanted.map(usual), counted);
}

/** The same of an endpoint of OAuth 2.0: `error_description` besides, and a challenge to HTTP Basic. */
export function oauthErrors(...wanted: ErrorCode[]): ZodOpenApiResponsesObject {
  return answers(wanted.map(usual), counted, true);
}

const errorsOfReading: ZodOpenApiResponsesObject = Object.fromEntries(
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_HEADER_OVERFLOW'].map((failure) => {
    const { status, error } = malformed(failure);
    return [String(status), answer(status, [{ name: error.code, error }], uncounted)];
  }),
);

/** What any path answers to HTTP that is broken, too large or too slow, to another method, and to too many requests. */
export const errorsOfHttp: ZodOpenApiResponsesObject = {
  ...errors('validation_error', 'method_not_allowed', 'rate_limited'),
  ...errorsOfReading,
};

/** The same of an endpoint of OAuth 2.0. */
export const oauthErrorsOfHttp: ZodOpenApiResponsesObject = {
  ...oauthErrors('validation_error', 'method_not_allowed', 'rate_limited'),
  ...errorsOfReading,
};

/** The same of a path that counts against no limit. */
export const errorsOfHttpUncounted: ZodOpenApiResponsesObject = {
  ...answers([usual('validation_error'), usual('method_not_allowed')], uncounted),
  ...errorsOfReading,
};

/** What a user may meet, and what goes wrong behind the gateway. */
const codesBehind = ['inactive_user', 'forbidden', 'internal_error', 'service_unavailable'] as const;
export const errorsBehind = errors(...codesBehind);
export const oauthErrorsBehind = oauthErrors(...codesBehind);

/** What an export meets besides: too many of its company, or of all. */
export const errorsOfExports = answers(
  (['rate_limited', 'service_unavailable'] as const).flatMap((code) => [
    usual(code),
    { name: 'exports', error: exportRefused(code) },
  ]),
  counted,
);

/** One line for each error: status, code, usual message. */
export function errorLines(): string {
  return codes.map((code) => `| ${errorTable[code].http} | \`${code}\` | ${errorTable[code].message} |`).join('\n');
}

type Example = { name: string; error: ApiError };

function usual(code: ErrorCode): Example {
  switch (code) {
    case 'validation_error':
      return { name: code, error: validationError({ toDate: { message: 'is required' } }) };
    case 'method_not_allowed':
      return { name: code, error: methodNotAllowed(['GET', 'HEAD']) };
    default:
      return { name: code, error: new ApiError(code) };
  }
}

function answers(wanted: Example[], always: readonly HeaderName[], isOAuth = false): ZodOpenApiResponsesObject {
  const statusOf = ({ error }: Example) => errorTable[error.code].http;
  return Object.fromEntries(
    Array.from(new Set(wanted.map(statusOf)), (status) => {
      const sharing = wanted.filter((example) => statusOf(example) === status);
      const own = new Set(sharing.flatMap(({ error }) => headersOf[error.code] ?? []));
      return [String(status), answer(status, sharing, [...always, ...own], isOAuth)];
    }),
  );
}

function answer(
  status: number,
  examples: Example[],
  shown: readonly HeaderName[],
  isOAuth = false,
): ZodOpenApiResponseObject {
  const isCounted = shown.includes('RateLimit-Limit');
  const kinds = [...(isCounted ? [] : ['uncounted']), ...(isOAuth ? ['oauth'] : [])];
  const bodyOf = isOAuth ? oauthErrorBody : errorBody;
  return {
    id: [status, ...examples.map(({ name }) => name), ...kinds].join('-'),
    description: examples.map(({ error }) => `\`${error.code}\`: ${error.message}`).join('\n\n'),
    headers: { ...headers(...shown), ...(isOAuth && status === 401 && basicChallenge) },
    content: {
      'application/json': {
        schema: isOAuth ? oauthErrorSchema : errorSchema,
        examples: Object.fromEntries(examples.map(({ name, error }) => [name, { value: bodyOf(error) }])),
      },
    },
  };
}

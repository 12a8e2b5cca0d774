import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ApiError, errorTable, validationError } from '../../../proto/errors.ts';
import type { ErrorCode } from '../../../proto/errors.ts';
import { methodNotAllowed } from '../../http/allow.ts';
import { malformed } from '../../http/malformed-http.ts';
import { errorBody, oauthErrorBody } from '../../http/write-error.ts';
import { basicChallenge, basicHeaders, headers, limitHeaders, optionalHeaders } from './headers.ts';
import type { HeaderName } from './headers.ts';

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

const errorCode = z.enum(codes).meta({ id: 'ErrorCode', description: 'The codes of this version.' });

const errorSchema = z
  .object({
    // Open: a program that was generated today must read the codes of tomorrow.
    error: z.union([errorCode, z.string()]).meta({ description: 'Stable code. Others may be added.' }),
    message: z.string().meta({ description: 'For humans. May be worded otherwise tomorrow.' }),
    details: z
      .record(z.string(), z.object({ message: z.string() }))
      .optional()
      .meta({ description: 'Of a validation_error alone: what is wrong with each parameter, by its name.' }),
  })
  .meta({
    id: 'Error',
    description: 'Every error has this body.',
    examples: codes.map((code) => errorBody(exampleOf(code).error)),
  });

const oauthErrorSchema = errorSchema
  .extend({
    error_description: z
      .string()
      .optional()
      .meta({ description: 'The message, for OAuth 2.0 clients. Left out where the request is not valid HTTP.' }),
  })
  .meta({ id: 'OAuthError', description: 'Every error of an endpoint of OAuth 2.0 has this body.' });

const headersOf: Partial<Record<ErrorCode, HeaderName[]>> = {
  missing_token: ['WWW-Authenticate'],
  method_not_allowed: ['Allow'],
  rate_limited: ['Retry-After'],
  service_unavailable: ['Retry-After'],
};

export const serviceErrors = ['inactive_user', 'forbidden', 'internal_error', 'service_unavailable'] as const;

type Example = { name: string; error: ApiError };
type Options = { isOAuth?: boolean; isLimited?: boolean; required?: string; more?: Example[] };

/** @param options.required the parameter that is missing in the example of a validation_error */
export function errorResponses(codes: readonly ErrorCode[], options: Options = {}): ZodOpenApiResponsesObject {
  const { isLimited = true, required, more = [] } = options;
  const ofAnyPath: ErrorCode[] = [
    'validation_error',
    'method_not_allowed',
    ...(isLimited ? ['rate_limited' as const] : []),
  ];
  const examples = [...[...ofAnyPath, ...codes].map((code) => exampleOf(code, required)), ...more];
  const unread = ['ERR_HTTP_REQUEST_TIMEOUT', 'EXPECTATION_FAILED', 'HPE_HEADER_OVERFLOW'].map((failure) => {
    const { status, error } = malformed(failure);
    return [`${status}`, errorResponse(status, [{ name: error.code, error }], { isLimited: false })] as const;
  });
  const read = Array.from(new Set(examples.map(statusOf)), (status) => {
    const ofStatus = examples.filter((example) => statusOf(example) === status);
    return [`${status}`, errorResponse(status, ofStatus, options)] as const;
  });
  return Object.fromEntries([...unread, ...read]);
}

export function errorLines(): string {
  return codes.map((code) => `| ${errorTable[code].http} | \`${code}\` | ${errorTable[code].message} |`).join('\n');
}

function statusOf({ error }: Example): number {
  return errorTable[error.code].http;
}

function exampleOf(code: ErrorCode, required = 'Host'): Example {
  switch (code) {
    case 'validation_error':
      return { name: code, error: validationError({ [required]: { message: 'is required' } }) };
    case 'method_not_allowed':
      return { name: code, error: methodNotAllowed(['GET', 'HEAD']) };
    default:
      return { name: code, error: new ApiError(code) };
  }
}

function errorResponse(
  status: number,
  examples: Example[],
  { isOAuth = false, isLimited = true, required }: Options,
): ZodOpenApiResponseObject {
  const kinds = [!isLimited && 'uncounted', isOAuth && 'oauth', status === 400 && required].filter(Boolean);
  const id = [status, ...examples.map(({ name }) => name), ...kinds].join('-');
  // A 400 for what can't be read as HTTP has no such headers, on any path.
  const limits = isLimited && status !== 400 ? limitHeaders : [];
  const names = new Set<HeaderName>([...basicHeaders, 'Cache-Control', ...limits]);
  for (const { error } of examples) for (const name of headersOf[error.code] ?? []) names.add(name);
  const bodyOf = isOAuth ? oauthErrorBody : errorBody;
  const response = responsesById.get(id) ?? {
    id,
    description: examples.map(({ error }) => `\`${error.code}\`: ${error.message}`).join('\n\n'),
    headers: {
      ...headers(...names),
      ...(isLimited && status === 400 && optionalHeaders(...limitHeaders)),
      ...(isOAuth && status === 401 && basicChallenge),
    },
    content: {
      'application/json': {
        schema: isOAuth ? oauthErrorSchema : errorSchema,
        examples: Object.fromEntries(examples.map(({ name, error }) => [name, { value: bodyOf(error) }])),
      },
    },
  };
  responsesById.set(id, response);
  return response;
}

/** The document has each response once, and its library compares objects. */
const responsesById = new Map<string, ZodOpenApiResponseObject>();

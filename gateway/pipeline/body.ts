import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError, validationError } from '../../proto/errors.ts';

const maxBytes = 16_384;

/** What Express' parsers are told of a body. */
export const bodyOptions = {
  limit: maxBytes,
  verify: (_request: unknown, _response: unknown, bytes: Buffer, charset: string) => {
    if (!/^utf-?8$/i.test(charset)) throw Object.assign(new Error(charset), { type: 'charset.unsupported' });
    // Decoding would replace what is wrong, and another client id be charged.
    if (!isUtf8(bytes)) throw new Error('not UTF-8');
  },
};

/**
 * What the parser makes of the body, which is to be `what`.
 * @throws ApiError `validation_error` with what is wrong under `body`; `payload_too_large`
 */
export async function readBody(
  parser: RequestHandler,
  what: string,
  request: Request,
  response: Response,
): Promise<unknown> {
  // The parser would read all of it before it says so.
  if (Number(request.get('content-length')) > maxBytes) throw bodyTooLarge();
  if (request.httpVersion === '1.1' && /\b100-continue\b/i.test(request.get('expect') ?? '')) response.writeContinue();
  await new Promise<void>((resolve, reject) => {
    void parser(request, response, (failure?: unknown) => {
      if (failure) reject(bodyFailure(failure, what));
      else resolve();
    });
  });
  return request.body as unknown;
}

function bodyFailure(failure: unknown, what: string): ApiError {
  const type = failure instanceof Error && 'type' in failure ? failure.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return bodyTooLarge();
    case 'encoding.unsupported':
      return bodyError('has a Content-Encoding that is not supported');
    case 'charset.unsupported':
      return bodyError('has a charset that is not supported; use UTF-8');
    default:
      return bodyError(`is not valid ${what} in UTF-8`);
  }
}

function bodyTooLarge(): ApiError {
  return new ApiError('payload_too_large', { message: 'The body exceeds 16 KiB.' });
}

export function bodyError(message: string): ApiError {
  return validationError({ body: { message } });
}

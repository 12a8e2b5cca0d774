import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import { ApiError } from '../../proto/errors.ts';

/** Refuses a request that Node accepts although HTTP forbids it, and closes the connection. */
export const requireValidHttp: RequestHandler = (request, response, next) => {
  const problem = problemOf(request);
  if (problem) {
    const [name, message] = problem;
    response.set('Connection', 'close');
    throw new ApiError('validation_error', {
      message: `The request is not valid HTTP. ${name}: ${message}`,
      details: { [name]: { message } },
    });
  }
  next();
};

function problemOf({ httpVersion, headers, rawHeaders }: IncomingMessage): [name: string, message: string] | undefined {
  const { host, 'transfer-encoding': coding } = headers;
  if (!httpVersion.startsWith('1.')) return ['request', 'must be HTTP/1.1 or HTTP/1.0'];
  if (host === undefined && httpVersion === '1.1') return ['Host', 'is required'];
  for (const name of ['Host', 'Authorization'])
    if (isRepeated(name, rawHeaders)) return [name, 'is given more than once'];
  if (host && !isValidHost(host)) return ['Host', 'must be HOST or HOST:PORT'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return ['Transfer-Encoding', 'must be chunked; other transfer codings are not supported'];
  }
  return undefined;
}

/** Node keeps the first of them in `headers`, and `headersDistinct` would be made of all headers at each request. */
function isRepeated(name: string, rawHeaders: string[]): boolean {
  const wanted = name.toLowerCase();
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? '';
    if (given.length === wanted.length && given.toLowerCase() === wanted) count += 1;
  }
  return count > 1;
}

/** RFC 3986: a name, an IPv4 address or an IPv6 address in brackets, and a port. */
function isValidHost(host: string): boolean {
  const parts = /^(?:\[([^\]]+)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(\d*))?$/i.exec(host);
  if (!parts) return false;
  const [, address, port = ''] = parts;
  return (address === undefined || isIPv6(address)) && Number(port) <= 65_535;
}

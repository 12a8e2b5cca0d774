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

function problemOf({ httpVersion, headersDistinct }: IncomingMessage): [name: string, message: string] | undefined {
  const { host: hosts, authorization, 'transfer-encoding': codings } = headersDistinct;
  if (!httpVersion.startsWith('1.')) return ['request', 'must be HTTP/1.1 or HTTP/1.0'];
  if (!hosts && httpVersion === '1.1') return ['Host', 'is required'];
  if (hosts && hosts.length > 1) return ['Host', 'is given more than once'];
  if (hosts?.[0] && !isValidHost(hosts[0])) return ['Host', 'must be HOST or HOST:PORT'];
  if (authorization && authorization.length > 1) return ['Authorization', 'is given more than once'];
  if (codings && !/^chunked$/i.test(codings.join())) {
    return ['Transfer-Encoding', 'must be chunked; other transfer codings are not supported'];
  }
  return undefined;
}

/** RFC 3986: a name, an IPv4 address or an IPv6 address in brackets, and a port. */
function isValidHost(host: string): boolean {
  const parts = /^(?:\[([^\]]+)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(\d*))?$/i.exec(host);
  if (!parts) return false;
  const [, address, port = ''] = parts;
  return (address === undefined || isIPv6(address)) && Number(port) <= 65_535;
}

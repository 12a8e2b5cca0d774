import type { IncomingMessage } from 'node:http';
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
  const { host } = headers;
  if (!httpVersion.startsWith('1.')) return ['request', 'must be HTTP/1.1 or HTTP/1.0'];
  if (host === undefined && httpVersion === '1.1') return ['Host', 'is required'];
  for (const name of ['Host', 'Authorization']) {
    if (isRepeated(name.toLowerCase(), rawHeaders)) return [name, 'is given more than once'];
  }
  if (host && !isValidHost(host)) return ['Host', 'must be HOST or HOST:PORT'];
  return undefined;
}

/** Node keeps the first of them in `headers`. */
function isRepeated(name: string, rawHeaders: string[]): boolean {
  const isName = (given: string) => given.length === name.length && given.toLowerCase() === name;
  return rawHeaders.filter((given, index) => index % 2 === 0 && isName(given)).length > 1;
}

/** A name or an address, and a port. It is written into addresses. */
function isValidHost(host: string): boolean {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
}

import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { malformed } from './malformed-http.ts';

/** Refuses a request that Node accepts although HTTP forbids it, and closes the connection. */
export const requireValidHttp: RequestHandler = (request, response, next) => {
  if (!isValid(request)) {
    response.set('Connection', 'close');
    throw malformed(undefined).error;
  }
  next();
};

function isValid({ httpVersion, headers: { host }, rawHeaders }: IncomingMessage): boolean {
  if (!httpVersion.startsWith('1.') || isRepeated('host', rawHeaders) || isRepeated('authorization', rawHeaders))
    return false;
  if (host === undefined) return httpVersion === '1.0';
  return host === '' || isValidHost(host);
}

/** Node keeps the first of them in `headers`. */
function isRepeated(name: string, rawHeaders: string[]): boolean {
  const isName = (given: string) => given.length === name.length && given.toLowerCase() === name;
  return rawHeaders.filter((given, index) => index % 2 === 0 && isName(given)).length > 1;
}

/** A name of DNS or an address, and a port. It is written into addresses. */
function isValidHost(host: string): boolean {
  return /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`);
}

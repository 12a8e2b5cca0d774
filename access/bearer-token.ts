import { ApiError } from '../proto/errors.ts';

/** @throws ApiError missing_token; invalid_token with a message that says what came instead */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) throw new ApiError('missing_token');
  const [scheme = '', ...rest] = authorization.split(' ');
  const given = rest.join(' ').trim();
  const isBearer = /^Bearer$/i.test(scheme);
  if (isBearer && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(given)) return given;
  const came = isBearer ? describeToken(given) : describeScheme(scheme);
  const message = `The Authorization header must be \`Bearer <ACCESS_TOKEN>\`; ${came}`;
  throw new ApiError('invalid_token', { message });
}

// These end up in a challenge too: no quotes, and nothing that the client chose.

function describeScheme(scheme: string): string {
  if (scheme === '') return 'an empty one came. Look at the answer to the token request.';
  return /^Basic$/i.test(scheme)
    ? 'HTTP Basic came. Exchange the client ID and secret for an access token first.'
    : 'what came does not begin with `Bearer`.';
}

function describeToken(given: string): string {
  const advice = 'Look at the answer to the token request.';
  if (given === '') return `no token came. ${advice}`;
  if (failedValues.includes(given)) return `the token that came is ${given}. ${advice}`;
  if (/^[{[]/.test(given)) return `the token that came is JSON. ${advice}`;
  if (/^["'`]/.test(given)) return 'the token that came has quotes around it.';
  if (given.includes(' ')) return 'the token that came has a space in it.';
  return 'the token that came is not a JWT.';
}

/** What programs write for a token that they don't have. */
const failedValues = ['undefined', 'null', 'None', 'nil', '[object Object]', '[object Promise]'];

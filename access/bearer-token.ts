import { ApiError } from '../proto/errors.ts';

/** @throws ApiError missing_token, invalid_token */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) throw new ApiError('missing_token');
  const [, token] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*) *$/i.exec(authorization) ?? [];
  if (token !== undefined) return token;
  // It ends up in a challenge too: no quotes, and nothing that the client chose.
  const mustBe =
    'The Authorization header must be `Bearer <ACCESS_TOKEN>`, with the access token that the token request returned.';
  const message = /^Basic /i.test(authorization) ? `${mustBe} A .netrc file may have replaced it.` : mustBe;
  throw new ApiError('invalid_token', { message });
}

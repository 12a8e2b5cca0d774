import * as z from 'zod';
import { jsonArray } from './environment.ts';

/** An issuer of OpenID Connect whose access tokens are accepted besides our own. */
export type TrustedIssuer = z.infer<typeof trustedIssuer>;

const text = z.string().min(1);

const trustedIssuer = z.strictObject({
  /** As its tokens and its metadata have it, to the letter. */
  issuer: z.string().refine(isSafeAddress, 'must be an https address; http only of this machine'),
  /** A token must have one of these. */
  audience: z.union([text.transform((one) => [one]), z.array(text).min(1)]),
  /** Names the user. */
  claim: text.default('sub'),
  /** Stands before the claim in `external_id`, so that no issuer can name a user of another. */
  prefix: z.string().default(''),
  /** The client that the portal is at the issuer. */
  portalClientId: text.optional(),
  /** What assistants and the portal request. */
  scopes: z.array(text).default([]),
  /** The header `typ` of its access tokens. */
  type: z.enum(['at+jwt', 'JWT']).default('at+jwt'),
});

export const trustedIssuers = () =>
  jsonArray(
    z
      .array(trustedIssuer)
      .refine(haveDistinctIssuers, 'an issuer is there twice')
      .refine(haveDistinctPrefixes, 'of several issuers each needs a prefix, and none may begin with another'),
    'issuers',
  ).describe(
    'issuers of OpenID Connect whose access tokens the reports accept besides our own: `[{"issuer":"https://login.example.com","audience":"https://reports.example.com/mcp"}]`; the same in gateway, auth and reporting, and in the portal if people sign in there. See [Sign-in](operations/sign-in.md)',
  );

/** Where an issuer publishes its metadata. */
export function metadataAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Keys that came without TLS could be anybody's. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, search, hash } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && search === '' && hash === '';
}

function haveDistinctIssuers(issuers: { issuer: string }[]): boolean {
  return new Set(issuers.map(({ issuer }) => issuer)).size === issuers.length;
}

function haveDistinctPrefixes(issuers: { prefix: string }[]): boolean {
  return issuers.every((one) => issuers.every((other) => one === other || !other.prefix.startsWith(one.prefix)));
}

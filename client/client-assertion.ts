import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const lifetimeSeconds = 120;

/** A JWT by RFC 7523 that stands for a secret, for one use: signed by the private key, RSA, P-256 or Ed25519. */
export function clientAssertion(clientId: string, privateKey: string, audience: string): string {
  const key = createPrivateKey(privateKey);
  const { alg, hash } = algorithmOf(key);
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: randomUUID(),
    iat: now,
    exp: now + lifetimeSeconds,
  };
  const signed = [{ alg, typ: 'JWT' }, claims].map((part) => base64url(JSON.stringify(part))).join('.');
  return `${signed}.${sign(hash, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function algorithmOf({ asymmetricKeyType }: KeyObject): { alg: string; hash: string | undefined } {
  switch (asymmetricKeyType) {
    case 'rsa':
      return { alg: 'RS256', hash: 'sha256' };
    case 'ec':
      return { alg: 'ES256', hash: 'sha256' };
    default:
      return { alg: 'EdDSA', hash: undefined };
  }
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

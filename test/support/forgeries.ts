import { constants, createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const stranger = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  ed: generateKeyPairSync('ed25519').privateKey,
};

/** A good token's parts. `address` is of a stranger who publishes a key. */
export type Genuine = { header: object; claims: object; key: KeyObject; address: string };

/** All that a stranger can make of it, who knows the public key. */
export const forgeries: Record<string, (genuine: Genuine) => string> = {
  ...Object.fromEntries(
    ['none', 'None', 'NONE', ''].map((alg) => [`the algorithm "${alg}"`, headed({ alg }, () => Buffer.alloc(0))]),
  ),
  'an HMAC keyed with the public key': headed({ alg: 'HS256' }, (signed, key) =>
    hmac('sha256', createPublicKey(key).export({ type: 'spki', format: 'pem' }), signed),
  ),
  'an HMAC keyed with the public key of RSA': headed({ alg: 'HS384' }, (signed, key) =>
    hmac('sha384', createPublicKey(key).export({ type: 'pkcs1', format: 'pem' }), signed),
  ),
  'an HMAC keyed with the public key as JSON': headed({ alg: 'HS512' }, (signed, key) =>
    hmac('sha512', JSON.stringify(jwkOf(key)), signed),
  ),
  'an HMAC keyed with nothing, by the kid of a file': headed({ alg: 'HS256', kid: '../../dev/null' }, (signed) =>
    hmac('sha256', '', signed),
  ),
  'a key of a stranger under its kid': headed({}),
  ...Object.fromEntries(
    [undefined, '', 'unknown', "' or 1=1 --", '__proto__', ['first'], { a: 1 }, null, 1].map((kid) => [
      `a key of a stranger under the kid ${JSON.stringify(kid)}`,
      headed({ kid }),
    ]),
  ),
  'a key in itself': headed({ jwk: jwkOf(stranger.rsa) }),
  'a key in itself, without a kid': headed({ kid: undefined, jwk: jwkOf(stranger.rsa) }),
  'a certificate in itself': headed({
    x5c: [createPublicKey(stranger.rsa).export({ type: 'spki', format: 'der' }).toString('base64')],
    x5t: 'abc',
  }),
  'an address of keys': (genuine) => headed({ jku: `${genuine.address}/jwks` })(genuine),
  'an address of certificates': (genuine) => headed({ x5u: `${genuine.address}/jwks` })(genuine),
  'an unknown extension': headed({ crit: ['x'], x: true }),
  'a payload that is not encoded': headed({ crit: ['b64'], b64: false }),
  PS256: headed({ alg: 'PS256' }, (signed) =>
    sign('sha256', signed, { key: stranger.rsa, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  ),
  ES256: headed({ alg: 'ES256' }, (signed) => sign('sha256', signed, { key: stranger.ec, dsaEncoding: 'ieee-p1363' })),
  'ES256 with a signature of zeros': headed({ alg: 'ES256' }, () => Buffer.alloc(64)),
  EdDSA: headed({ alg: 'EdDSA' }, (signed) => sign(null, signed, stranger.ed)),
  'a signature of another algorithm': headed({ alg: 'RS512' }, signedByKey),
  'a signature of other claims': (genuine) => {
    const [header, , signature] = headed({}, signedByKey)(genuine).split('.');
    return [header, encoded({ ...genuine.claims, exp: 4_102_444_800 }), signature].join('.');
  },
  'a signature that is cut': (genuine) => headed({}, signedByKey)(genuine).slice(0, -8),
  'no signature': (genuine) => headed({}, signedByKey)(genuine).replace(/[^.]+$/, ''),
};

type Sign = (signed: Buffer, key: KeyObject) => Buffer;

/** With these members of the header. */
export function headed(members: object, signWith: Sign = byStranger) {
  return ({ header, claims, key }: Genuine): string => {
    const signed = `${encoded({ ...header, ...members })}.${encoded(claims)}`;
    return `${signed}.${signWith(Buffer.from(signed), key).toString('base64url')}`;
  };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function hmac(hash: string, secret: string | Buffer, signed: Buffer): Buffer {
  return createHmac(hash, secret).update(signed).digest();
}

function jwkOf(key: KeyObject): object {
  return createPublicKey(key).export({ format: 'jwk' });
}

function byStranger(signed: Buffer): Buffer {
  return sign('sha256', signed, stranger.rsa);
}

export function signedByKey(signed: Buffer, key: KeyObject): Buffer {
  return sign('sha256', signed, key);
}

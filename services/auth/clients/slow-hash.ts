import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The least that OWASP recommends: 0.2 s and 16 MiB. Every hash states its own cost, so these may be raised. */
const cost = { ln: 14, r: 8, p: 5 };

/** A hash of scrypt with a salt of its own, in the PHC string format: `$scrypt$ln=14,r=8,p=5$SALT$HASH`. */
export async function createSlowHash(secret: string): Promise<Buffer> {
  const salt = randomBytes(16);
  return encode(salt, await derive(secret, salt, cost));
}

export function isSlowHash(hash: Buffer): boolean {
  return format.test(hash.toString());
}

export function hasCurrentCost(hash: Buffer): boolean {
  return hash.toString().startsWith(prefix());
}

/** Takes the same time whatever the secret. */
export async function isSlowHashOf(hash: Buffer, secret: string): Promise<boolean> {
  const [, ln, r, p, salt = '', expected = ''] = format.exec(hash.toString()) ?? [];
  const derived = await derive(secret, Buffer.from(salt, 'base64'), { ln: Number(ln), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, Buffer.from(expected, 'base64'));
}

const format = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]{22})\$([\w+/]{43})$/;

function prefix(): string {
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$`;
}

function encode(salt: Buffer, hash: Buffer): Buffer {
  const text = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', '')).join('$');
  return Buffer.from(`${prefix()}${text}`);
}

function derive(secret: string, salt: Buffer, { ln, r, p }: typeof cost): Promise<Buffer> {
  const maxmem = 256 * 2 ** ln * r * p;
  return scryptAsync(secret, salt, 32, { N: 2 ** ln, r, p, maxmem });
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

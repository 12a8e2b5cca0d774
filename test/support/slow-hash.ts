import { scryptSync } from 'node:crypto';

/** What an earlier version stored of a given secret, at a lower cost. */
export function slowHashOf(clientSecret: string, ln = 14): Buffer {
  const salt = Buffer.alloc(16, 1);
  const hash = scryptSync(clientSecret, salt, 32, { N: 2 ** ln, r: 8, p: 1 });
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return Buffer.from(`$scrypt$ln=${ln},r=8,p=1$${saltText}$${hashText}`);
}

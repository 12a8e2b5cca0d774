import * as z from 'zod';

/** The first key is used for new hashes. */
export const secretPepper = () => keyList().describe(pepperIs);

/** Of programs that can do without. */
export const optionalSecretPepper = () => keyList().default([]).describe(pepperIs);

const pepperIs =
  'the pepper of client secrets that this product did not generate; `npm start` makes one. To replace it, see [Rotate secrets](../k8s/runbooks/secrets.md)';

export function keyList() {
  return z
    .string()
    .meta({ values: '32 bytes in base64 or hex' })
    .transform((list, context) => {
      const decoded = list.split(',').map((key) => decodeKey(key.trim()));
      if (decoded.every((key) => key !== undefined)) return decoded;
      context.addIssue('must be 32 bytes in base64 or hex; several are separated by commas');
      return z.NEVER;
    });
}

function decodeKey(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
}

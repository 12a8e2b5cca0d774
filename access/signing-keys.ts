import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import { createKeyCache } from './key-cache.ts';
import type { AuthClient } from './settings.ts';

export type SigningKeys = (kid: string, call: CallOptions) => Promise<KeyObject | undefined>;

/** Auth's public keys by `kid`. */
export function createSigningKeys(auth: Pick<AuthClient, 'ListSigningKeys'>): SigningKeys {
  const fetchKeys = async (_kid: string, { requestId }: CallOptions) => {
    // Without the caller: others may wait for the same answer.
    const listed = await auth.ListSigningKeys({}, { requestId });
    const keys = new Map(listed.keys.map(({ kid, publicKey }) => [kid, createPublicKey(publicKey)]));
    return (kid: string) => keys.get(kid);
  };
  // A call that fails is short, unlike one to an issuer.
  return createKeyCache(fetchKeys, { failedMs: 0 });
}

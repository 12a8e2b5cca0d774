import { createPublicKey } from 'node:crypto';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import { createKeyCache } from './key-cache.ts';
import type { AuthClient } from './settings.ts';

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/** Auth's public keys by `kid`. */
export function createSigningKeys(auth: Pick<AuthClient, 'ListSigningKeys'>) {
  const fetchKeys = async ({ requestId }: CallOptions) => {
    // Without the caller: others may wait for the same answer.
    const { keys } = await auth.ListSigningKeys({}, { requestId });
    return new Map(keys.map(({ kid, publicKey }) => [kid, createPublicKey(publicKey)]));
  };
  // A call that fails is short, unlike one to an issuer.
  return createKeyCache(fetchKeys, { failedMs: 0 });
}

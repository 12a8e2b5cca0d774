import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { CallOptions } from '../runtime/grpc/rpc-call.ts';
import type { AuthClient } from './settings.ts';

export type SigningKeys = (kid: string, call: CallOptions) => Promise<KeyObject | undefined>;

const refetchMs = 5_000;
const freshMs = 300_000;

/** Auth's public keys by `kid`. An unknown one has them fetched again, though not again within 5 seconds. */
export function createSigningKeys(auth: Pick<AuthClient, 'ListSigningKeys'>): SigningKeys {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = -Infinity;
  let fetching: Promise<void> | undefined;

  const fetchKeys = async ({ requestId }: CallOptions) => {
    // Without the caller: others may wait for the same answer.
    const listed = await auth.ListSigningKeys({}, { requestId });
    keys = new Map(listed.keys.map(({ kid, publicKey }) => [kid, createPublicKey(publicKey)]));
    fetchedAt = performance.now();
  };
  return async (kid, call) => {
    const ageMs = performance.now() - fetchedAt;
    if (ageMs > (keys.has(kid) ? freshMs : refetchMs)) {
      fetching ??= fetchKeys(call).finally(() => (fetching = undefined));
      await fetching;
    }
    return keys.get(kid);
  };
}

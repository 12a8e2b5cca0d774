import type { Cluster, Redis } from 'ioredis';
import { z } from 'zod';
import type { Claims } from './verify-token.ts';

/** The channel in Redis where auth publishes changes, as JSON, to all that cache its answers. */
export const changesChannel = 'client-reporting:auth-changes';

const changeSchema = z.object({
  tokenId: z.string().optional(),
  clientId: z.string().optional(),
  userId: z.string().optional(),
});

/** A change of what tokens allow: of one token, or those of an application or a user; of all where it names none. */
export type Change = z.infer<typeof changeSchema>;

export const anyChange: Change = {};

export function concerns({ tokenId, clientId, userId }: Change, claims: Claims): boolean {
  return (
    (tokenId === undefined || tokenId === claims.jti) &&
    (clientId === undefined || clientId === claims.client_id) &&
    (userId === undefined || userId === claims.sub)
  );
}

/** Reports each change that auth publishes, and `anyChange` whenever some may have been missed. */
export function subscribeToChanges(redis: Redis | Cluster, onChange: (change: Change) => void): void {
  redis.on('ready', () => {
    // One that fails comes with the loss of the connection, and with that the next `ready`.
    void redis.subscribe(changesChannel).then(
      () => onChange(anyChange),
      () => undefined,
    );
  });
  redis.on('message', (_channel: string, message: string) => {
    for (const change of changesIn(message)) onChange(change);
  });
}

function changesIn(message: string): Change[] {
  try {
    return z.array(changeSchema).parse(JSON.parse(message));
  } catch {
    return [anyChange];
  }
}

import type { Redis } from 'ioredis';
import { z } from 'zod';

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

/** Whose a token is: a person's names neither itself nor an application, and its user only once auth has answered. */
export type Holder = { tokenId?: string; clientId?: string; userId?: string | undefined };

export function concerns({ tokenId, clientId, userId }: Change, holder: Holder): boolean {
  return (
    (tokenId === undefined || tokenId === holder.tokenId) &&
    (clientId === undefined || clientId === holder.clientId) &&
    (userId === undefined || holder.userId === undefined || userId === holder.userId)
  );
}

/** Reports each change that auth publishes, and `anyChange` whenever some may have been missed. */
export function subscribeToChanges(redis: Redis, onChange: (change: Change) => void): void {
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

import type { Redis } from 'ioredis';

/** The channel in Redis where auth says that what tokens allow has changed. Its messages are empty. */
export const revocationsChannel = 'client-reporting:revocations';

/** Calls back for each message of auth, and whenever some may have been missed. */
export function subscribeToRevocations(redis: Redis, onRevocation: () => void): void {
  redis.on('ready', () => {
    // A subscription that fails comes with the loss of the connection, and with that the next `ready`.
    void redis.subscribe(revocationsChannel).then(onRevocation, () => undefined);
  });
  redis.on('message', onRevocation);
}

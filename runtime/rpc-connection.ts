import { connectivityState } from '@grpc/grpc-js';
import type { Client } from '@grpc/grpc-js';

/** A server that ended is awaited for so long, in ms: enough to start a single one again. */
const restartMs = 3_000;

/**
 * What a call that must be over by `deadline` had better wait for: a connection, where there was one until a moment ago. It
 * is undefined where there is one, and where there has been none for longer, so that calls of a service that is gone fail
 * at once.
 */
export type Connection = (deadline: number) => Promise<void> | undefined;

export function watchConnection(client: Client): Connection {
  const channel = client.getChannel();
  let awaitedUntil = -Infinity;
  const watch = () => {
    const state = channel.getConnectivityState(false);
    if (state === connectivityState.SHUTDOWN) return;
    channel.watchConnectivityState(state, Infinity, () => {
      if (state === connectivityState.READY) awaitedUntil = Date.now() + restartMs;
      watch();
    });
  };
  watch();
  return (deadline) => {
    if (Date.now() >= awaitedUntil || channel.getConnectivityState(false) === connectivityState.READY) return undefined;
    // Whether there is one then, the call itself finds out.
    return new Promise((resolve) => client.waitForReady(Math.min(deadline, awaitedUntil), () => resolve()));
  };
}

import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Client } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';

const connectMs = 3_000;

// The library has no limit for this. After packets were lost for a minute, the kernel's next try comes up to a minute later.
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  const giveUp = () => {
    const error = Object.assign(new Error(`no connection within ${connectMs} ms`), { code: 'ETIMEDOUT' });
    if (socket.connecting) socket.destroy(error);
  };
  const timer = setTimeout(giveUp, connectMs).unref();
  socket.once('connect', () => clearTimeout(timer));
});

/**
 * A call that a server refuses or drops before it has answered has the status UNAVAILABLE, and is sent to another server; our
 * own errors have other codes. A call to a service that is gone fails after 0.35 seconds, in which lost connections are made
 * again. A limit on retries (`retryThrottling`) fails calls when one of several servers is killed: it loses many at once.
 */
const serviceConfig = {
  methodConfig: [
    {
      name: [{}],
      retryPolicy: {
        maxAttempts: 4,
        initialBackoff: '0.05s',
        maxBackoff: '0.2s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
};

const channelOptions = {
  // The programs reach each other directly, whatever http_proxy and the like say.
  'grpc.enable_http_proxy': 0,
  'grpc.enable_channelz': 0,
  // The library's own 4 MiB would refuse a page of long texts, each time it is requested.
  'grpc.max_receive_message_length': -1,
  // Else each look-up of a name would ask for a TXT record too, which could say something else.
  'grpc.service_config_disable_resolution': 1,
  // The library's own half a minute is too long to miss servers that came in place of others.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  // The library's own backoff grows to two minutes, in which a service that is back would not be noticed.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 200,
};

/** A client whose connections, to each server that the name resolves to, are shared by all unary calls. */
export function openCalls(address: string, credentials: ChannelCredentials): Client {
  const loadBalancingConfig = [{ round_robin: {} }];
  return new Client(address, credentials, {
    ...channelOptions,
    'grpc.service_config': JSON.stringify({ ...serviceConfig, loadBalancingConfig }),
    // A server whose host or network is gone says nothing. Its calls are sent to another after 4 s at the most; a call
    // that takes longer than the first of these may be dropped and retried while its connection is renewed, see openStream.
    'grpc.keepalive_time_ms': 1_500,
    'grpc.keepalive_timeout_ms': 2_500,
    // Else that time would begin with the next call.
    'grpc.keepalive_permit_without_calls': 1,
    // Of HTTP/2's own 64 KiB for all calls of a connection, two pages of 100 rows take all, and the others wait.
    'grpc-node.flow_control_window': 1_048_576,
  });
}

/**
 * A client for one stream, with a connection of its own: a dead connection ends only its own stream.
 * It is not pinged: the library drops a connection, and what runs on it, when it pings one that its server is renewing:
 * https://github.com/grpc/grpc-node/issues/3068
 */
export function openStream(address: string, credentials: ChannelCredentials): Client {
  const loadBalancingConfig = [{ pick_first: { shuffleAddressList: true } }];
  return new Client(address, credentials, {
    ...channelOptions,
    'grpc.service_config': JSON.stringify({ ...serviceConfig, loadBalancingConfig }),
    'grpc.use_local_subchannel_pool': 1,
    // HTTP/2's own 64 KiB are less than a message, which would then wait for the gateway in the middle.
    'grpc-node.flow_control_window': 262_144,
  });
}

import { Client } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';

/**
 * A call that a server refuses or drops before it has answered has the status UNAVAILABLE, and is sent to another server; our
 * own errors have other codes. A call to a service that is gone fails after 0.35 seconds, in which lost connections are made
 * again. A limit on retries (`retryThrottling`) fails calls when one of several servers is killed: it loses many at once.
 */
const serviceConfig = {
  loadBalancingConfig: [{ round_robin: {} }],
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
  'grpc.enable_channelz': 0,
  'grpc.service_config': JSON.stringify(serviceConfig),
  // Else each look-up of a name would ask for a TXT record too, which could say something else.
  'grpc.service_config_disable_resolution': 1,
  // The library's own half a minute is too long to miss servers that came in place of others.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  // The library's own backoff grows to two minutes, in which a service that is back would not be noticed.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 200,
};

/** Two clients of the same servers, since one connection cannot suit both short calls and long streams. */
export function openChannels(address: string, credentials: ChannelCredentials) {
  return {
    calls: new Client(address, credentials, {
      ...channelOptions,
      // A server whose host or network is gone says nothing, and costs every call its deadline until that is noticed.
      'grpc.keepalive_time_ms': 5_000,
      'grpc.keepalive_timeout_ms': 5_000,
      // Of HTTP/2's own 64 KiB for all calls of a connection, two pages of 100 rows take all, and the others wait.
      'grpc-node.flow_control_window': 1_048_576,
    }),
    // Not pinged: the library drops a connection when it pings one that its server is renewing, and what still runs on it:
    // https://github.com/grpc/grpc-node/issues/3068
    streams: new Client(address, credentials, channelOptions),
  };
}

import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../../runtime/logger.ts';
import { addressKey } from '../http/client-address.ts';

const minuteMs = 60_000;
const logIntervalMs = 3_600_000;
const fewestRequests = 100;
const maxAddresses = 10_000;

/**
 * Warns where most requests of a minute count for one address that forwards requests of other addresses: a load balancer that TRUST_PROXY
 * lacks. Its clients share one limit.
 */
export function watchForwarders({ log, metrics }: { log: Logger; metrics: Registry }, now = Date.now) {
  const share = new Gauge({
    name: 'client_reporting_rate_limit_forwarder_share',
    help: 'Share of the last minute: requests that count for the address which forwarded most requests of other addresses.',
    registers: [metrics],
  });
  let minute = Math.floor(now() / minuteMs);
  let requests = 0;
  let forwarded = new Map<string, number>();
  let loggedAt = -Infinity;

  const endMinute = () => {
    const [address, most] = [...forwarded].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
    share.set(most / requests);
    if (most * 2 > requests && requests >= fewestRequests && now() - loggedAt >= logIntervalMs) {
      loggedAt = now();
      log.warn(
        { address, requests, forwarded: most },
        'most clients share the limits of one address, which forwards their requests: if it is a load balancer, add it to TRUST_PROXY',
      );
    }
  };
  /** Takes the address that a request counts for, and its `X-Forwarded-For`. */
  return (address: string, forwardedFor: string | undefined): void => {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) {
      if (requests > 0) endMinute();
      [minute, requests] = [current, 0];
      forwarded = new Map();
    }
    requests += 1;
    const [client] = forwardedFor?.split(',', 1) ?? [];
    if (client === undefined || addressKey(client) === address) return;
    const count = forwarded.get(address);
    if (count !== undefined || forwarded.size < maxAddresses) forwarded.set(address, (count ?? 0) + 1);
  };
}

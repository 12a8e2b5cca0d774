import { atMostEvery } from '../../runtime/logger.ts';
import type { Logger } from '../../runtime/logger.ts';
import { addressKey } from '../http/client-address.ts';

/**
 * Warns where most requests of a minute count for an address that forwards requests of others: a load balancer that TRUST_PROXY lacks, whose
 * clients share one limit. Takes the address that a request counts for, and its `X-Forwarded-For`.
 */
export function watchForwarders(log: Logger): (address: string, forwardedFor: string | undefined) => void {
  let [requests, forwarded, forwarder] = [0, 0, ''];
  const warn = atMostEvery(3_600_000, () => {
    log.warn(
      { address: forwarder, requests, forwarded },
      'most clients share the limits of one address, which forwards their requests: if it is a load balancer, add it to TRUST_PROXY',
    );
  });
  setInterval(() => {
    if (requests >= 100 && forwarded * 2 > requests) warn();
    [requests, forwarded] = [0, 0];
  }, 60_000).unref();
  return (address, forwardedFor) => {
    requests += 1;
    const [client] = forwardedFor?.split(',', 1) ?? [];
    if (client === undefined || addressKey(client) === address) return;
    [forwarded, forwarder] = [forwarded + 1, address];
  };
}

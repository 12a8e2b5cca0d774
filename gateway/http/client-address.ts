import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv4 as it is, also when mapped into IPv6; IPv6 by its /64. A proxy may append a port. Undefined for other text. */
export function addressKey(address: string): string | undefined {
  const bare = /^\[(.+)\](:\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  const mapped = bare.toLowerCase().startsWith('::ffff:') ? bare.slice(7) : bare;
  if (isIPv4(mapped)) return mapped;
  if (!ipaddr.IPv6.isValid(bare)) return undefined;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

export function socketKey({ remoteAddress = '' }: { remoteAddress?: string | undefined }): string {
  return addressKey(remoteAddress) ?? remoteAddress;
}

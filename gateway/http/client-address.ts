import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address as proxies write it in `X-Forwarded-For`: with a port, in brackets, or in quotes as in RFC 7239. */
export function bareAddress(text: string): string {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1');
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::[\w.-]+)?$/.exec(unquoted) ?? [];
  return ipv6 ?? ipv4 ?? unquoted;
}

/** IPv4 as it is, also when mapped into IPv6; IPv6 by its /64. Undefined for other text. */
export function addressKey(address: string): string | undefined {
  const bare = bareAddress(address);
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

/** The /48 of an IPv6 address that is given by its /64, of which it may hold 65,536. An IPv4 address is its own network. */
export function networkOf(key: string): string {
  return key.endsWith('::/64') ? `${key.split(':', 3).join(':')}::/48` : key;
}

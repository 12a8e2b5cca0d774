import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Addresses and CIDR blocks, separated by commas. Blocks that hold all addresses would trust everybody: they are refused. */
export const proxies = () =>
  z
    .string()
    .meta({ values: 'IP addresses or CIDR blocks, separated by commas' })
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((entry) => entry !== ''))
    .refine(
      (entries) => entries.every(isAddressBlock) && !holdAll(entries),
      'must be a list of IP addresses or CIDR blocks; never all (/0, or blocks that together are all)',
    );

/** Whether one of the blocks has the address. IPv4 that is mapped into IPv6 is IPv4, in addresses and blocks alike. */
export function isWithin(address: string, blocks: string[]): boolean {
  return ipaddr.isValid(address) && blocks.some((block) => prefixOf(address).startsWith(prefixOf(block)));
}

function isAddressBlock(entry: string): boolean {
  const [host = '', bits, ...rest] = entry.split('/');
  const family = isIP(host);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** All of IPv4, or all of IPv6 that is routed. */
function holdAll(entries: string[]): boolean {
  const prefixes = entries.map(prefixOf);
  return ['::ffff:0:0/96', '2000::/3'].some((block) => isCovered(prefixOf(block), prefixes));
}

/** The leading bits of a block's addresses, as of IPv6: IPv4 is a part of it. */
function prefixOf(entry: string): string {
  const [host = '', length] = entry.split('/');
  const address = ipaddr.parse(host);
  const all = address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address;
  const skipped = address instanceof ipaddr.IPv4 ? 96 : 0;
  const bits = all.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  return bits.join('').slice(0, length === undefined ? 128 : skipped + Number(length));
}

function isCovered(part: string, prefixes: string[]): boolean {
  if (prefixes.some((prefix) => part.startsWith(prefix))) return true;
  if (!prefixes.some((prefix) => prefix.startsWith(part))) return false;
  return isCovered(`${part}0`, prefixes) && isCovered(`${part}1`, prefixes);
}

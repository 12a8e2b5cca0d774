import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import * as z from 'zod';

/** Addresses and CIDR blocks, separated by commas. Large blocks would trust strangers: they are refused. */
export const proxies = () =>
  z
    .string()
    .meta({ values: 'IP addresses or CIDR blocks, separated by commas' })
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((entry) => entry !== ''))
    .refine(
      (entries) => entries.every(isAddressBlock),
      'must be a list of IP addresses or CIDR blocks of /7 or longer, so that they never are all addresses',
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
  if (!/^[1-9]\d{0,2}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const [prefix, all] = [prefixOf(entry), prefixOf('::ffff:0:0/96')];
  return prefix.length >= (all.startsWith(prefix) || prefix.startsWith(all) ? 96 + 7 : 7);
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

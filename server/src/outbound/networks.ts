import ipaddr from 'ipaddr.js';
import { parseAddress } from '../address.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

/** Names for networks, the same as in TRUST_PROXY. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** An address, a network such as 10.0.0.0/8, or one of the names above. */
export function networksOf(text: string): Network[] {
  return (named[text] ?? [text]).map((each) => {
    if (each.includes('/')) return ipaddr.parseCIDR(each);
    const address = ipaddr.parse(each);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

export function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

const nat64 = ipaddr.parseCIDR('64:ff9b::/96');
const unicast = ipaddr.parseCIDR('2000::/3');
// Inside a public range, but still internal: Azure's own.
const metadata = ipaddr.parseCIDR('168.63.129.16/32');

/** The address that a packet to this one reaches: the IPv4 address, if one is embedded in the IPv6 address. */
export function reachedBy(text: string): Address | undefined {
  const parsed = parseAddress(text);
  if (!parsed || !isWithin(parsed, nat64)) return parsed;
  return new ipaddr.IPv4(parsed.toByteArray().slice(12));
}

/** An ordinary public address: not this machine, not its networks, nor anything with a special use. */
export function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || isWithin(address, metadata)) return false;
  return address.kind() === 'ipv4' || isWithin(address, unicast);
}

import { isIP, type LookupFunction } from 'node:net';
import { canParseUrl } from '@latchkey/contract';
import ipaddr from 'ipaddr.js';
import { parseAddress } from '../address.ts';
import type { Resolve } from './resolve.ts';

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

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

const nat64 = ipaddr.parseCIDR('64:ff9b::/96');
const unicast = ipaddr.parseCIDR('2000::/3');
// Inside a public range, but still internal: Azure's own.
const metadata = ipaddr.parseCIDR('168.63.129.16/32');

/** The address that a packet to this one reaches: the IPv4 address, if one is embedded in the IPv6 address. */
function reachedBy(text: string): Address | undefined {
  const parsed = parseAddress(text);
  if (!parsed || !isWithin(parsed, nat64)) return parsed;
  return new ipaddr.IPv4(parsed.toByteArray().slice(12));
}

/** An ordinary public address: not this machine, not its networks, nor anything with a special use. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || isWithin(address, metadata)) return false;
  return address.kind() === 'ipv4' || isWithin(address, unicast);
}

/** Where a request may go if a user chose its address. */
export type OutboundRules = {
  /** Whether a connection to this address may be opened. */
  allows(address: string): boolean;
  /** Whether to refuse a URL for what it says, before any name in it is looked up. */
  forbids(url: string): boolean;
};

type Options = { allowedNetworks: readonly Network[]; httpsOnly: boolean };

export function createRules({ allowedNetworks, httpsOnly }: Options): OutboundRules {
  const allows = (address: string) => {
    const reached = reachedBy(address);
    if (!reached) return false;
    return allowedNetworks.some((network) => isWithin(reached, network)) || isPublic(reached);
  };

  return {
    allows,
    forbids(text) {
      const url = canParseUrl(text) ? new URL(text) : undefined;
      if (!url?.hostname || !(url.protocol === 'https:' || (url.protocol === 'http:' && !httpsOnly)))
        return true;
      if (url.username !== '' || url.password !== '') return true;
      const addresses = literalsOf(url);
      return addresses.length > 0 && !addresses.some(allows);
    },
  };
}

/**
 * The addresses a host stands for without a lookup. By now URL has normalized decimal, octal, hexadecimal and shortened
 * ones, and refused zones.
 */
function literalsOf({ hostname }: { hostname: string }): string[] {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host)) return [host];
  return /(^|\.)localhost$/.test(host) ? ['127.0.0.1', '::1'] : [];
}

/** Also of a name that can't be resolved: the difference would tell which internal names exist. */
export const forbiddenAddress = 'FORBIDDEN_ADDRESS';

/**
 * For a socket about to connect: it gets only checked addresses, and connects to one of them. A name that resolves to
 * something else a moment later changes nothing.
 */
export function checkedLookup(rules: OutboundRules, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const literals = literalsOf({ hostname });
    const found = literals.length > 0 ? Promise.resolve(literals) : resolve(hostname.replace(/\.$/, ''));
    found
      .then((addresses) => {
        const allowed = addresses
          .filter((address) => rules.allows(address))
          .map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first] = allowed;
        if (!first) throw new Error(forbiddenAddress);
        if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      })
      .catch(() => callback(Object.assign(new Error(forbiddenAddress), { code: forbiddenAddress }), ''));
  };
}

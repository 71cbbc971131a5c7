import { isIP } from 'node:net';
import { isPublic, isWithin, type Network, reachedBy } from './networks.ts';

/** Where a request may go when somebody else chose its address. */
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
      const url = URL.canParse(text) ? new URL(text) : undefined;
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
export function literalsOf({ hostname }: { hostname: string }): string[] {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host)) return [host];
  return /(^|\.)localhost$/.test(host) ? ['127.0.0.1', '::1'] : [];
}

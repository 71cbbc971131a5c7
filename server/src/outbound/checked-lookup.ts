import type { LookupFunction } from 'node:net';
import type { Resolve } from './resolve.ts';
import { literalsOf, type OutboundRules } from './rules.ts';

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
        if (!first) throw fault(addresses.length > 0 ? forbiddenAddress : 'ENOTFOUND');
        if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, ''));
  };
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

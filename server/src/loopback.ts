import { isIPv4 } from 'node:net';

/**
 * Whether a host of an address is this machine, so that nothing said to it passes through a network. Names count only
 * as far as no resolver has a say in them.
 */
export function isLoopback(host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '');
  return plain === 'localhost' || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

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

/** The same address family, and this machine alone. */
export function loopbackOf(host: string): string {
  if (isLoopback(host)) return host;
  return host.includes(':') ? '::1' : '127.0.0.1';
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Every way to write an address on this machine; none for any other address. */
export function loopbackOrigins(baseUrl: string): string[] {
  if (!isLoopback(new URL(baseUrl).hostname)) return [];
  return loopbackHosts.map((host) => {
    const alias = new URL(baseUrl);
    alias.hostname = host;
    return alias.origin;
  });
}

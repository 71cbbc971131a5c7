import { isIPv4 } from 'node:net';

/**
 * Whether the host of an address is this machine, so nothing sent to it crosses a network. A name counts only if no
 * resolver has a say in it.
 */
export function isLoopback(host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '');
  return plain === 'localhost' || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** The same address family, but only this machine. */
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

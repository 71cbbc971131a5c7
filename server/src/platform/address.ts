import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One spelling for every address. An IPv4 client of a socket that listens on IPv6 is that IPv4 client. */
export function canonicalAddress(text: string): string | undefined {
  // Node.js accepts only one spelling of an IPv4 address.
  return isIP(text) === 4 ? text : parseAddress(text)?.toString();
}

/**
 * The network that the leading groups of an address name: three are an IPv4 /24 or an IPv6 /48, four are the whole
 * IPv4 address or an IPv6 /64, which is what one IPv6 client has to itself.
 */
export function networkOf(address: string, groups: 3 | 4): string {
  // Nearly all are of this kind, and need no parser.
  if (groups === 4 && isIPv4(address)) return address;
  const parsed = parseAddress(address);
  if (!parsed) return address;
  return 'octets' in parsed
    ? parsed.octets.slice(0, groups).join('.')
    : parsed.parts
        .slice(0, groups)
        .map((part) => part.toString(16))
        .join(':');
}

/** A zone names an interface of the machine that wrote it, and is not part of the address. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // On its own, the parser would read octal, hexadecimal and short IPv4 addresses too, and take `::1.2.3.4` for mapped.
  return isIP(text) ? ipaddr.process(text.replace(/%.*$/, '').replace(/^::(?=\d+\.)/, '0::')) : undefined;
}

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

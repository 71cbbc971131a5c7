/** An address in bytes: 4 for IPv4, 16 for IPv6. An IPv4 address that IPv6 carries counts as that IPv4 address. */
type Address = readonly number[];
type Network = { address: Address; bits: number };

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const dotted = new RegExp(`^${octet}\\.${octet}\\.${octet}\\.${octet}$`);

function parseIpv4(text: string): number[] | undefined {
  return dotted.exec(text)?.slice(1).map(Number);
}

/** The bytes of groups such as `2001:db8`, of which the last may be a dotted IPv4 address. */
function parseGroups(text: string): number[] | undefined {
  const bytes: number[] = [];
  const groups = text === '' ? [] : text.split(':');
  for (const [at, group] of groups.entries()) {
    const ipv4 = at === groups.length - 1 ? parseIpv4(group) : undefined;
    if (!ipv4 && !/^[\da-f]{1,4}$/i.test(group)) return undefined;
    const value = Number.parseInt(group, 16);
    bytes.push(...(ipv4 ?? [value >> 8, value & 255]));
  }
  return bytes;
}

function parseIpv6(text: string): number[] | undefined {
  const [before = '', after, ...more] = text.split('::');
  if (more.length > 0 || (after !== undefined && before.includes('.'))) return undefined;
  const [head, tail] = [parseGroups(before), parseGroups(after ?? '')];
  if (!head || !tail) return undefined;
  const missing = 16 - head.length - tail.length;
  // `::` stands for at least one group.
  if (after === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

const isMapped = (bytes: Address) => bytes.slice(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 255));

function parseAddress(text: string): Address | undefined {
  const bytes = parseIpv4(text) ?? parseIpv6(text);
  return bytes?.length === 16 && isMapped(bytes) ? bytes.slice(12) : bytes;
}

/** A zone names an interface of the machine that wrote it, and is not part of the address. */
const withoutZone = (text: string) => text.replace(/^([\da-f:.]*:[\da-f:.]*)%\S+$/i, '$1');

/** Undefined for anything else, and for a network that names a host inside it, such as 10.0.0.1/8. */
function parseNetwork(text: string): Network | undefined {
  const [host = '', size, ...more] = text.split('/');
  const address = parseAddress(host);
  if (!address || more.length > 0) return undefined;
  const most = address.length * 8;
  if (size === undefined) return { address, bits: most };
  // A mapped IPv4 network counts its bits as IPv6 does.
  const bits = Number(size) - (most === 32 && host.includes(':') ? 96 : 0);
  if (!/^(0|[1-9]\d{0,2})$/.test(size) || bits < 0 || bits > most) return undefined;
  return prefixOf(address, bits).every((byte, at) => byte === address[at]) ? { address, bits } : undefined;
}

/** The address with every bit after the first `bits` cleared. */
function prefixOf(address: Address, bits: number): Address {
  return address.map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    return byte & (0xff00 >> kept) & 255;
  });
}

export function isAddress(text: string): boolean {
  return parseAddress(withoutZone(text)) !== undefined;
}

/** An address, or a network such as 10.0.0.0/8 or 2001:db8::/32. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** Whether an address is in one of these networks. IPv6 networks hold no IPv4 addresses. */
export function isWithinNetworks(text: string, networks: readonly string[]): boolean {
  const address = parseAddress(withoutZone(text));
  if (!address) return false;
  return networks.some((each) => {
    const network = parseNetwork(each);
    if (network?.address.length !== address.length) return false;
    const prefix = prefixOf(address, network.bits);
    return network.address.every((byte, at) => byte === prefix[at]);
  });
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress, networkOf } from './address.ts';

describe('the canonical address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:CB00:7107', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8:0000::0001', '2001:db8::1'],
    ['2001:db8::0.0.0.1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    // Not mapped, however similar it looks.
    ['::203.0.113.7', '::cb00:7107'],
    ['::ffff:0:203.0.113.7', '::ffff:0:cb00:7107'],
  ])('of %s is %s', (spelling, canonical) => {
    expect(canonicalAddress(spelling)).toBe(canonical);
  });

  test.each(['', 'nonsense', '203.0.113', '0x7f.1', '0177.0.0.1', '2130706433', '1.2.3.4.5', '::g', '%eth0'])(
    'of %j is undefined, because programs disagree on shorthand notation',
    (text) => {
      expect(canonicalAddress(text)).toBeUndefined();
    },
  );

  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const anything = fc.array(group, { minLength: 8, maxLength: 8 });
  const mapped = anything.map((parts) => [0, 0, 0, 0, 0, 0xffff, ...parts.slice(6)]);
  const compatible = anything.map((parts) => [0, 0, 0, 0, 0, 0, ...parts.slice(6)]);
  const groups = fc.oneof(anything, mapped, compatible);

  /** One way to write eight groups: capitals, leading zeros, a double colon, a dotted end, a zone. */
  type Spelling = { capital: boolean; padded: boolean; dotted: boolean; squeezeAt: number; zone: string };
  const spelling: fc.Arbitrary<Spelling> = fc.record({
    capital: fc.boolean(),
    padded: fc.boolean(),
    dotted: fc.boolean(),
    squeezeAt: fc.integer({ min: 0, max: 7 }),
    zone: fc.constantFrom('', '%1', '%eth0'),
  });
  function spell(parts: number[], how: Spelling): string {
    const words = parts.map((part) => part.toString(16).padStart(how.padded ? 4 : 1, '0'));
    if (how.dotted)
      words.splice(
        6,
        2,
        parts
          .slice(6)
          .flatMap((part) => [part >> 8, part & 255])
          .join('.'),
      );
    let end = how.squeezeAt;
    while (parts[end] === 0 && end < words.length) end++;
    // A dotted end stays whole.
    if (how.dotted) end = Math.min(end, 6);
    const text =
      end > how.squeezeAt
        ? `${words.slice(0, how.squeezeAt).join(':')}::${words.slice(end).join(':')}`
        : words.join(':');
    return (how.capital ? text.toUpperCase() : text) + how.zone;
  }

  test('is the same for every spelling of an address', () => {
    fc.assert(
      fc.property(groups, spelling, spelling, (parts, one, other) => {
        const canonical = canonicalAddress(spell(parts, one));
        expect(canonical).toBeDefined();
        expect(canonicalAddress(spell(parts, other))).toBe(canonical);
        expect(canonicalAddress(canonical ?? '')).toBe(canonical);
      }),
    );
  });

  test('is in the same network as exactly those addresses that share its leading groups', () => {
    fc.assert(
      fc.property(groups, groups, spelling, (parts, other, how) => {
        // Below 0x100 it may be an IPv4 address in disguise, which has its own networks.
        const [head = 0, ...rest] = parts;
        const neighbor = [head | 0x100, ...rest.slice(0, 3), ...other.slice(4)];
        const stranger = [head | 0x100, ...rest.slice(0, 2), (rest[2] ?? 0) ^ 1, ...other.slice(4)];
        const network = networkOf(spell([head | 0x100, ...rest], how), 4);
        expect(networkOf(spell(neighbor, how), 4)).toBe(network);
        expect(networkOf(spell(stranger, how), 4)).not.toBe(network);
        expect(networkOf(spell(stranger, how), 3)).toBe(networkOf(spell(neighbor, how), 3));
      }),
    );
  });
});

test('a network is named by its leading groups', () => {
  expect(networkOf('203.0.113.7', 4)).toBe('203.0.113.7');
  expect(networkOf('203.0.113.7', 3)).toBe('203.0.113');
  expect(networkOf('::ffff:cb00:7107', 4)).toBe('203.0.113.7');
  expect(networkOf('2001:db8::1', 4)).toBe('2001:db8:0:0');
  expect(networkOf('2001:db8:0:0:ffff::', 4)).toBe('2001:db8:0:0');
  expect(networkOf('2001:db8::1', 3)).toBe('2001:db8:0');
  expect(networkOf('', 3)).toBe('');
});

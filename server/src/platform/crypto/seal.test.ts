import { describe, expect, test } from 'vitest';
import { deriveKey, seal, unseal } from './seal.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const key = deriveKey(secret, 'tests');
const plaintext = Buffer.from('what nobody else may read: 8f3a');

describe('a derived key', () => {
  test('is the same for the same secret and purpose, and 256 bits long', () => {
    expect(deriveKey(secret, 'tests')).toEqual(key);
    expect(key).toHaveLength(32);
  });

  test('differs for another purpose or another secret', () => {
    const keys = [
      key,
      deriveKey(secret, 'test'),
      deriveKey(secret, 'tests '),
      deriveKey(`${secret}x`, 'tests'),
    ];
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(keys.length);
  });
});

describe('a sealed value', () => {
  test('opens to what was sealed, even if that is empty or large', () => {
    for (const value of [plaintext, Buffer.alloc(0), Buffer.alloc(100_000, 7)])
      expect(unseal(key, seal(key, value))).toEqual(value);
  });

  test('does not contain its plaintext and is never the same twice', () => {
    const [one, two] = [seal(key, plaintext), seal(key, plaintext)];
    expect(one.includes(plaintext)).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  test('does not open with a key for another purpose', () => {
    expect(unseal(deriveKey(secret, 'other'), seal(key, plaintext))).toBeUndefined();
  });

  test('does not open if a single bit is changed', () => {
    const sealed = seal(key, plaintext);
    for (let at = 0; at < sealed.length; at++)
      for (const bit of [1, 128]) {
        const altered = Buffer.from(sealed);
        altered[at] = (altered[at] ?? 0) ^ bit;
        expect(unseal(key, altered)).toBeUndefined();
      }
  });

  test('does not open if it is truncated or extended', () => {
    const sealed = seal(key, plaintext);
    for (let length = 0; length < sealed.length; length++)
      expect(unseal(key, sealed.subarray(0, length))).toBeUndefined();
    expect(unseal(key, Buffer.concat([sealed, Buffer.from([0])]))).toBeUndefined();
  });
});

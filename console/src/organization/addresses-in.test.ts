import { describe, expect, test } from 'vitest';
import { addressesIn } from './addresses-in.ts';

describe('the addresses in what was typed', () => {
  test.each([
    [['ada@example.com'], ['ada@example.com']],
    [['ada@example.com grace@example.com'], ['ada@example.com', 'grace@example.com']],
    [['"Lovelace, Ada" <ada@example.com>; grace@example.com'], ['ada@example.com', 'grace@example.com']],
    [['Ada@example.com', 'ada@Example.com'], ['ada@Example.com']],
    [['ada@example.com, nobody'], ['ada@example.com', 'nobody']],
    [
      ['ada', '  ', 'grace@example.com'],
      ['ada', 'grace@example.com'],
    ],
    [[], []],
  ])('%j: %j', (typed, found) => {
    expect(addressesIn(typed)).toEqual(found);
  });
});

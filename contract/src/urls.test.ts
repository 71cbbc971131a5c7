import { expect, test } from 'vitest';
import { canParseUrl } from './urls.ts';

test('an address with letters such as ü is one, however often it was asked', () => {
  const addresses = ['https://auth.acme.com', 'https://auth.bücher.example'];
  let refused = 0;
  for (let nth = 0; nth < 100_000; nth++) if (!canParseUrl(addresses[nth % 2] ?? '')) refused++;
  expect(refused).toBe(0);
  expect(canParseUrl('/größe', 'https://auth.acme.com')).toBe(true);
  expect(canParseUrl('https://')).toBe(false);
});

import { expect, test } from 'vitest';
import { createPasskeyOffer } from './passkey-offer.ts';

function store() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('is made after a sign-in with a password, and not otherwise', () => {
  const [tab, browser] = [store(), store()];
  const offer = createPasskeyOffer(
    () => tab,
    () => browser,
  );
  expect(offer.take('ada')).toBe(false);
  offer.earn();
  expect(offer.take('ada')).toBe(true);
});

test('is made once to each person', () => {
  const [tab, browser] = [store(), store()];
  const offer = createPasskeyOffer(
    () => tab,
    () => browser,
  );
  offer.earn();
  expect(offer.take('ada')).toBe(true);
  expect(offer.take('ada')).toBe(false);
  offer.earn();
  expect(offer.take('ada')).toBe(false);
  offer.earn();
  expect(offer.take('grace')).toBe(true);
});

test('is not made where the browser keeps nothing', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const offer = createPasskeyOffer(refuse, refuse);
  offer.earn();
  expect(offer.take('ada')).toBe(false);
});

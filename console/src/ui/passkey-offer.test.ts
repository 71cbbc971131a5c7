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

test('a passkey is offered only after a password sign-in', () => {
  const [tab, browser] = [store(), store()];
  const offer = createPasskeyOffer(
    () => tab,
    () => browser,
  );
  expect(offer.take('ada')).toBe(false);
  offer.earn();
  expect(offer.take('ada')).toBe(true);
});

test('a passkey is offered once per person', () => {
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

test('no passkey is offered when browser storage is unavailable', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const offer = createPasskeyOffer(refuse, refuse);
  offer.earn();
  expect(offer.take('ada')).toBe(false);
});

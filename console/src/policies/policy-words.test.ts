import { unsetPolicy } from '@latchkey/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { setTexts } from '../language/texts.ts';
import { rows, sourceOf } from './policy-words.ts';

afterEach(() => setTexts('en', english));

const wordsFor = (label: string, policy: object) =>
  rows.find((row) => row.label === label)?.value({ ...unsetPolicy, ...policy });

describe('what a policy asks for', () => {
  test('is told in words', () => {
    const twoFactor = 'Two-factor authentication';
    expect(wordsFor(twoFactor, {})).toBe('Optional');
    expect(wordsFor(twoFactor, { twoFactorRequired: true })).toBe('Required after 14\u00a0days');
    expect(wordsFor(twoFactor, { twoFactorRequired: true, twoFactorGraceDays: 0 })).toBe('Required at once');
    expect(wordsFor('Ways to sign in', { signInMethods: ['passkey', 'okta'] })).toBe('Passkey, okta');
    expect(wordsFor('Session length', { sessionMinutes: 1440 })).toBe('1,440\u00a0minutes');
  });

  test('follows a change of language, with its numbers and the marks between words', () => {
    setTexts('de', {
      ...english,
      'policy.rules.sessionMinutes': 'Dauer einer Sitzung',
      'policy.minutes': '{count, plural, one {# Minute} other {# Minuten}}',
    });
    expect(wordsFor('Dauer einer Sitzung', { sessionMinutes: 1440 })).toBe('1.440\u00a0Minuten');
    setTexts('ja', english);
    expect(wordsFor('Ways to sign in', { signInMethods: ['passkey', 'okta'] })).toBe('Passkey、okta');
  });

  test('says that only owners get in if no way to sign in is left', () => {
    expect(wordsFor('Ways to sign in', { signInMethods: [] })).toMatch(/only owners/);
  });
});

describe('where a value comes from', () => {
  const of = (own: object, effective: object) =>
    sourceOf('signInMethods', { ...unsetPolicy, ...own }, { ...unsetPolicy, ...effective });

  test.each([
    [{}, {}, 'nothing'],
    [{ signInMethods: ['passkey'] }, { signInMethods: ['passkey'] }, 'own'],
    [{}, { signInMethods: ['passkey'] }, 'service'],
    [{ signInMethods: ['passkey', 'google'] }, { signInMethods: ['passkey'] }, 'both'],
    [{ signInMethods: ['google'] }, { signInMethods: ['passkey'] }, 'service'],
  ])('for %j and %j is %s', (own, effective, source) => {
    expect(of(own, effective)).toBe(source);
  });

  test('is the service if it is stricter', () => {
    const policy = { ...unsetPolicy, sessionMinutes: 600 };
    expect(sourceOf('sessionMinutes', policy, { ...policy, sessionMinutes: 60 })).toBe('service');
  });
});

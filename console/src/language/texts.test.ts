import { afterEach, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { setTexts, t } from './texts.ts';

afterEach(() => setTexts('en', english));

test('a line never ends inside "e-mail", and the name of a field stays as it is written', () => {
  setTexts('fr', { 'field.email': 'E-mail', 'login.title': 'Saisissez votre e-mail' });
  expect(t('login.title')).toBe('Saisissez votre e-\u2060mail');
  expect(t('field.email')).toBe('E-mail');
});

test('a line never ends between a number and what it counts', () => {
  setTexts('ja', {
    'code.digit': '6 桁中 {at} 桁目',
    'activity.range': '{days, plural, other {過去 # 日間}}',
    'passkey.insecure': 'HTTPS が 必要',
  });
  expect(t('code.digit', { at: 2 })).toBe('6\u00a0桁中 2 桁目');
  expect(t('activity.range', { days: 15 })).toBe('過去 15\u00a0日間');
  expect(t('passkey.insecure')).toBe('HTTPS が 必要');
  setTexts('fr', { 'activity.range': '{days, plural, one {# jour} other {# derniers jours}}' });
  expect(t('activity.range', { days: 15 })).toBe('15\u00a0derniers jours');
});

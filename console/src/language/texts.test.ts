import { afterEach, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { setTexts, t } from './texts.ts';

afterEach(() => setTexts('en', english));

test('a line never ends inside "e-mail", and the name of a field stays as it is written', () => {
  setTexts('fr', { 'field.email': 'E-mail', 'login.title': 'Saisissez votre e-mail' });
  expect(t('login.title')).toBe('Saisissez votre e-\u2060mail');
  expect(t('field.email')).toBe('E-mail');
});

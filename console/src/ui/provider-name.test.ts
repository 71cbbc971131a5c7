import { expect, test } from 'vitest';
import { providerName } from './provider-name.ts';

test.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['keycloak', 'Keycloak'],
])('the provider %s is called %s, even if it is no longer set up', (provider, name) => {
  expect(providerName(provider)).toBe(name);
});

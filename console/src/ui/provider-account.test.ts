import { expect, test } from 'vitest';
import { providerLook } from './provider-account.tsx';

test.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['keycloak', 'Keycloak'],
])('the provider %s is called %s, even if it is no longer set up', (provider, label) => {
  expect(providerLook(provider).label).toBe(label);
});

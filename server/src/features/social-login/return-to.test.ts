import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { baseUrl } from '@latchkey/server/testing/oauth/provider';
import { newUser } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { enroll } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const app = 'https://app.example.com';
const inside = `${app}/inside?a=1&b=2#c`;

const journey = started(() => startWithProviders({ env: { ALLOWED_ORIGINS: app } }));

const travel = (login: string | null, returnTo: string) =>
  journey.travel(journey.service.client(), 'google', login, { returnTo });

/** A user who registered through the provider. */
async function register() {
  const { login } = journey.somebody();
  const client = journey.service.client();
  const { token } = await journey.travel(client, 'google', login);
  const completed = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Analytical' });
  expect(completed.status).toBe(201);
  return { login, client, id: completed.body.user.id as string };
}

describe('a provider sign-in started for an application', () => {
  test('returns to the application with a session', async () => {
    const { login } = await register();
    const { answer, location } = await travel(login, inside);
    expect(location).toBe(inside);
    expect(answer.cookies).toHaveProperty('latchkey_session');
  });

  test.each([
    'https://evil.example/',
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/',
    'https://app.example.com:8443/',
    'http://app.example.com/',
    'https://app.example.com\\@evil.example/',
    'https:/app.example.com',
    '//app.example.com',
    'javascript:alert(1)',
    'https%3A%2F%2Fapp.example.com',
  ])('does not return to %s', async (returnTo) => {
    const { login } = await register();
    expect((await travel(login, returnTo)).location).toBe(`${baseUrl}/`);
  });

  test('returns to a page of Latchkey itself when given its full address', async () => {
    const { login } = await register();
    expect((await travel(login, `${baseUrl}/profile?a=1`)).location).toBe(`${baseUrl}/profile?a=1`);
  });

  test('keeps the return address on every page along the way', async () => {
    const { login, client } = await register();
    await enroll(journey.service, client);
    expect(await travel(login, inside)).toMatchObject({ path: '/auth/two-factor', returnTo: inside });
    const stranger = journey.somebody();
    expect(await travel(stranger.login, inside)).toMatchObject({
      path: '/auth/oauth/complete',
      returnTo: inside,
    });
    const { email } = await newUser(journey.service);
    const owner = journey.somebody({ email });
    expect(await travel(owner.login, inside)).toMatchObject({ path: '/auth/oauth/link', returnTo: inside });
  });

  test('keeps the return address on the security page when two-factor must be set up first', async () => {
    const { login, id } = await register();
    await giveSystemRole(journey.service, id, 'ADMIN');
    expect(await travel(login, inside)).toMatchObject({ path: '/profile/security', returnTo: inside });
  });

  test('keeps an allowed return address when it fails, so another way to sign in leads there', async () => {
    expect(await travel(null, inside)).toMatchObject({
      path: '/login',
      error: 'oauth_denied',
      returnTo: inside,
    });
    expect(await travel(null, 'https://evil.example/')).toMatchObject({
      path: '/login',
      error: 'oauth_denied',
      returnTo: null,
    });
  });
});

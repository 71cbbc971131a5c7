import { during } from '@latchkey/server/testing/during';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  authorizePath,
  introspect,
  newApplication,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { removeMember } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';
import { withdrawGrants } from '../../identity/credentials/ways-in-store.ts';
import { addConsent } from './consent-store.ts';

const service = started(startService);
let application: TestApplication;
let admin: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  application = await newApplication(service);
  admin = await newStaff(service, 'ADMIN');
});

type Person = Awaited<ReturnType<typeof newUser>>;
const newPassword = 'Another-Horse-8';

/** Ways in which a session ends. */
const endings: [name: string, end: (person: Person) => Promise<{ status: number }>][] = [
  ['logout', ({ client }) => client.post('/api/auth/logout')],
  [
    'session revocation by the owner',
    async ({ id }) => {
      const other = await clientFor(service, id);
      return other.delete('/api/auth/sessions');
    },
  ],
  [
    'a password change',
    async ({ id }) => {
      const other = await clientFor(service, id);
      return other.post('/api/users/profile', {
        currentPassword: password,
        password: newPassword,
        confirmPassword: newPassword,
      });
    },
  ],
  ['deactivation', ({ id }) => admin.client.post(`/api/users/${id}/deactivate`)],
  ['deletion', ({ id }) => admin.client.delete(`/api/users/${id}`)],
];

describe('when a session ends, its tokens stop working on the next call', () => {
  test.each(endings)('%s', async (_name, end) => {
    const person = await newUser(service);
    const tokens = await tokensFor(service, person.client, application);
    expect((await introspect(service, application, tokens.access_token)).body.active).toBe(true);
    expect((await end(person)).status).toBe(200);
    expect((await introspect(service, application, tokens.access_token)).body).toEqual({ active: false });
    expect((await introspect(service, application, tokens.refresh_token)).body).toEqual({ active: false });
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, application, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('expiry, even if the access token has minutes left', async () => {
    const person = await newUser(service);
    const first = await tokensFor(service, person.client, application);
    service.clock.advance({ days: 7, minutes: -5 });
    const { access_token, refresh_token } = (await refresh(service, application, first.refresh_token)).body;
    expect((await userinfo(service, access_token)).status).toBe(200);
    service.clock.advance({ minutes: 6 });
    for (const token of [access_token, refresh_token])
      expect((await introspect(service, application, token)).body).toEqual({ active: false });
    expect((await userinfo(service, access_token)).status).toBe(401);
    expect((await refresh(service, application, refresh_token)).body.error).toBe('invalid_grant');
    admin.client = await clientFor(service, admin.id);
  });
});

describe('offline_access', () => {
  const offline = { scope: 'openid offline_access' };

  test.each(endings.slice(0, 2))('survives %s', async (_name, end) => {
    const person = await newUser(service);
    const { refresh_token } = await tokensFor(service, person.client, application, offline);
    await end(person);
    const again = await refresh(service, application, refresh_token);
    expect(again.status).toBe(200);
    expect((await userinfo(service, again.body.access_token)).status).toBe(200);
  });

  test.each(endings.slice(2))('ends with %s', async (_name, end) => {
    const person = await newUser(service);
    const { refresh_token, access_token } = await tokensFor(service, person.client, application, offline);
    expect((await end(person)).status).toBe(200);
    expect((await refresh(service, application, refresh_token)).body.error).toBe('invalid_grant');
    expect((await userinfo(service, access_token)).status).toBe(401);
  });

  test('does not come back when a deactivated user is activated again', async () => {
    const person = await newUser(service);
    const { refresh_token } = await tokensFor(service, person.client, application, offline);
    await admin.client.post(`/api/users/${person.id}/deactivate`);
    expect((await admin.client.post(`/api/users/${person.id}/activate`)).status).toBe(200);
    expect((await refresh(service, application, refresh_token)).body.error).toBe('invalid_grant');
  });

  test('ends with the session once the application may no longer have it', async () => {
    const own = await newApplication(service);
    const [away, here] = [await newUser(service), await newUser(service)];
    const tokens = [];
    for (const { client } of [away, here]) tokens.push(await tokensFor(service, client, own, offline));
    await away.client.post('/api/auth/logout');
    await service.sql`UPDATE applications SET scopes = '{openid}' WHERE id = ${own.id}`;
    const [gone, alive] = tokens;
    expect((await refresh(service, own, gone?.refresh_token ?? '')).body.error).toBe('invalid_grant');
    const again = await refresh(service, own, alive?.refresh_token ?? '');
    expect(again.status).toBe(200);
    await here.client.post('/api/auth/logout');
    expect((await refresh(service, own, again.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('ends with a password reset', async () => {
    const person = await newUser(service);
    const { refresh_token } = await tokensFor(service, person.client, application, offline);
    await service.client().post('/api/auth/forgot-password', { email: person.email });
    const token = await service.mailedToken(person.email);
    const body = { token, password: newPassword, confirmPassword: newPassword };
    expect((await service.client().post('/api/auth/reset-password', body)).status).toBe(200);
    expect((await refresh(service, application, refresh_token)).body.error).toBe('invalid_grant');
  });

  test("ends when the user withdraws the application's grant", async () => {
    const person = await newUser(service);
    const { refresh_token } = await tokensFor(service, person.client, application, offline);
    const listed = (await person.client.get('/api/users/profile/applications')).body.applications;
    expect(listed).toMatchObject([{ id: application.id, name: 'Example', firstParty: true }]);
    expect(listed[0].scopes.sort()).toEqual(['offline_access', 'openid']);
    const stranger = await newUser(service);
    expect((await stranger.client.delete(`/api/users/profile/applications/${application.id}`)).status).toBe(
      404,
    );
    expect((await person.client.delete(`/api/users/profile/applications/${application.id}`)).status).toBe(
      200,
    );
    expect((await refresh(service, application, refresh_token)).body.error).toBe('invalid_grant');
    expect((await service.audit(person.email)).at(-1)).toMatchObject({
      action: 'AUTH_APP_REVOKED',
      metadata: { reason: 'withdrawn' },
    });
    expect((await person.client.get('/api/users/profile/applications')).body.applications).toEqual([]);
  });
});

test('withdrawing an application defeats a silent sign-in that is under way', async () => {
  const person = await newUser(service);
  const asking = await newApplication(service, { firstParty: false });
  const scopes = ['openid', 'offline_access'];
  const consent = {
    userId: person.id,
    applicationId: asking.id,
    organizationId: null,
    connectionId: null,
    scopes,
    asked: true,
  };
  await addConsent(service.sql, { ...consent, now: service.clock.now() });
  const silent = { scope: scopes.join(' '), prompt: 'none' };
  expect((await authorize(person.client, asking, silent)).query.code).toBeTruthy();
  const answer = await during(
    service,
    (tx) => withdrawGrants(tx, person.id, { applicationId: asking.id }),
    () => person.client.get(authorizePath(asking, silent)),
  );
  const location = new URL(answer.headers.get('location') ?? '');
  expect([location.searchParams.get('code'), location.searchParams.get('error')]).toEqual([
    null,
    'login_required',
  ]);
  expect(await service.sql`SELECT 1 FROM application_consents WHERE user_id = ${person.id}`).toHaveLength(0);
  expect(await service.sql`SELECT 1 FROM application_codes WHERE user_id = ${person.id}`).toHaveLength(0);
});

test("an API key can list its owner's grants, and withdraw them if it can write", async () => {
  const person = await newUser(service);
  const path = `/api/users/profile/applications/${application.id}`;
  const keyOf = async (owner: Person, permission: string) =>
    keyClient(service, (await newKey(owner.client, { permission })).key);
  const reader = await keyOf(person, 'READ_ONLY');
  const writer = await keyOf(person, 'READ_WRITE');
  const stranger = await keyOf(await newUser(service), 'READ_WRITE');
  const { refresh_token } = await tokensFor(service, person.client, application);
  const { body } = await reader.get('/api/users/profile/applications');
  expect(body.applications).toMatchObject([{ id: application.id }]);
  expect((await reader.delete(path)).body.error.code).toBe('API_KEY_READ_ONLY');
  expect((await stranger.delete(path)).status).toBe(404);
  expect((await introspect(service, application, refresh_token)).body.active).toBe(true);
  expect((await writer.delete(path)).status).toBe(200);
  expect((await introspect(service, application, refresh_token)).body).toEqual({ active: false });
  expect((await writer.get('/api/users/profile/applications')).body.applications).toEqual([]);
});

test("an organization's application loses its tokens for a member who leaves, even the refresh token", async () => {
  const person = await newUser(service);
  const bound = await newApplication(service, { organizationId: person.organizationId });
  const { refresh_token, access_token } = await tokensFor(service, person.client, bound, {
    scope: 'openid offline_access',
  });
  await removeMember(service, person.id);
  expect((await refresh(service, bound, refresh_token)).body.error).toBe('invalid_grant');
  expect((await introspect(service, bound, access_token)).body).toEqual({ active: false });
});

test('deleting an application ends its tokens, codes, secret and grants', async () => {
  const doomed = await newApplication(service);
  const person = await newUser(service);
  const tokens = await tokensFor(service, person.client, doomed, { scope: 'openid offline_access' });
  const { query } = await authorize(person.client, doomed);
  expect((await admin.client.delete(`/api/admin/applications/${doomed.id}`)).status).toBe(200);
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  expect((await introspect(service, application, tokens.access_token)).body).toEqual({ active: false });
  expect((await refresh(service, doomed, tokens.refresh_token)).body.error).toBe('invalid_client');
  expect((await redeem(service, doomed, query.code)).body.error).toBe('invalid_client');
  expect((await authorize(person.client, doomed)).url).toBeUndefined();
  expect((await person.client.get('/api/users/profile/applications')).body.applications).toEqual([]);
  for (const table of [
    'application_grants',
    'application_codes',
    'application_consents',
    'application_secrets',
  ])
    expect(
      await service.sql`SELECT 1 FROM ${service.sql(table)} WHERE application_id = ${doomed.id}`,
      table,
    ).toHaveLength(0);
});

test("a disabled application's tokens are not good anywhere", async () => {
  const paused = await newApplication(service);
  const person = await newUser(service);
  const tokens = await tokensFor(service, person.client, paused, { scope: 'openid offline_access' });
  const path = `/api/admin/applications/${paused.id}`;
  expect((await admin.client.patch(path, { enabled: false })).status).toBe(200);
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  expect((await introspect(service, application, tokens.access_token)).body).toEqual({ active: false });
  expect((await refresh(service, paused, tokens.refresh_token)).body.error).toBe('invalid_client');
});

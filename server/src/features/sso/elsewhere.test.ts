import { started } from '@latchkey/server/testing/lifetime';
import { authorize, newApplication, redeem } from '@latchkey/server/testing/oidc';
import { joins, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { vouchFor } from '@latchkey/server/testing/vouched';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const current = '/api/organizations/current';
const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });

/** A member of an organization whose identity provider opened their session. */
async function newVouched() {
  const home = await newOrganization(service, 'Home');
  const person = await newMember(service, home.id, 'MEMBER');
  const connectionId = await vouchFor(service, person.id, home.id);
  const away = await newOrganization(service, 'Away');
  const joinAway = () => joins(service, person.id, away.id, 'ADMIN');
  return { home, away, person, connectionId, joinAway };
}

describe('a session that an identity provider opened', () => {
  test('is refused in any other organization of the person, and works at home', async () => {
    const { home, away, person, joinAway } = await newVouched();
    await joinAway();
    expect((await person.client.get(current, choosing(home.id))).status).toBe(200);
    const refused = await person.client.get(current, choosing(away.id));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SIGN_IN_METHOD_NOT_ALLOWED']);
    expect(refused.body.error.details.methods).toContain('password');
    const me = await person.client.get('/api/auth/me', choosing(away.id));
    expect([me.status, me.body.blockedBy]).toEqual([200, 'SIGN_IN_METHOD_NOT_ALLOWED']);
    expect((await person.client.get('/api/auth/me')).body).not.toHaveProperty('blockedBy');
  });
});

test('an application gets tokens about the organization whose provider opened the session, and about no other', async () => {
  const application = await newApplication(service);
  const { home, away, person, connectionId, joinAway } = await newVouched();
  await joinAway();
  const ask = async (organization: string) =>
    (
      await authorize(person.client, application, {
        scope: 'openid organization',
        organization,
        prompt: 'none',
      })
    ).query;
  const beginBy = (method: string, id: string | null) => service.sql`
    UPDATE sessions SET sign_in_method = ${method}, connection_id = ${id}, organization_id = ${id && home.id}
     WHERE user_id = ${person.id}`;
  expect((await redeem(service, application, (await ask(home.id)).code)).status).toBe(200);
  expect((await ask(away.id)).error).toBe('login_required');
  // A code from a session that counted there is worth nothing either, once it doesn't.
  await beginBy('password', null);
  const { code } = await ask(away.id);
  await beginBy('sso', connectionId);
  const refused = await redeem(service, application, code);
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
});

test('a policy that asks for single sign-on counts a connection from the moment it is turned on', async () => {
  const { home, person, connectionId } = await newVouched();
  const client = home.owner.client;
  const put = await client.patch(`${current}/policy`, {
    version: 0,
    policy: { signInMethods: ['sso', 'password'] },
  });
  expect([put.status, put.body.effective?.signInMethods]).toEqual([200, ['sso', 'password']]);
  expect((await person.client.get(current)).status).toBe(200);
  await service.sql`UPDATE sso_connections SET enabled = false WHERE id = ${connectionId}`;
  const { body } = await client.get(`${current}/policy`);
  expect([body.policy.signInMethods, body.effective.signInMethods]).toEqual([
    ['sso', 'password'],
    ['password'],
  ]);
  expect((await person.client.get(current)).status).toBe(401);
});

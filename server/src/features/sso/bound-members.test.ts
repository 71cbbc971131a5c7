import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, refresh as refreshGrant, tokensFor, userinfo } from '@latchkey/server/testing/oidc';
import { joins, newOrganization, settleIn } from '@latchkey/server/testing/organizations';
import { newRequiring } from '@latchkey/server/testing/required-sso';
import { clientFor, newStaff, newVerified, password, startService } from '@latchkey/server/testing/service';
import { moveAddress } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const current = '/api/organizations/current';
const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });
const statusOf = async (client: Client) => (await client.get('/api/auth/me')).status;

type Requiring = Awaited<ReturnType<typeof newRequiring>>;

async function memberOf(organization: Requiring, email = organization.emailHere()) {
  const person = await newVerified(service, { email });
  await settleIn(service, person.id, organization.id);
  return { ...person, client: await clientFor(service, person.id) };
}

describe('turning it on ends, at the next request,', () => {
  test('sessions, access tokens and refresh tokens', async () => {
    const organization = await newRequiring(service, { required: false });
    const { client, tokens } = await memberOf(organization);
    const byToken = service.client();
    byToken.bearer = tokens.accessToken;
    expect([await statusOf(client), await statusOf(byToken)]).toEqual([200, 200]);
    await organization.set({ required: true });
    expect([await statusOf(client), await statusOf(byToken)]).toEqual([401, 401]);
    const { refreshToken } = tokens;
    expect((await service.client().post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    // They don't come back.
    await organization.set({ required: false });
    expect(await statusOf(client)).toBe(401);
  });

  test('a refresh token, and a remembered login, that come first', async () => {
    const organization = await newRequiring(service, { required: false });
    const { email, tokens } = await memberOf(organization);
    const remembered = service.client();
    await remembered.post('/api/auth/login', { email, password, rememberMe: true });
    remembered.cookies.delete('latchkey_session');
    await organization.set({ required: true });
    const { refreshToken } = tokens;
    expect((await service.client().post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    expect(await statusOf(remembered)).toBe(401);
    const [left] = await service.sql`
      SELECT count(*)::int FROM remember_me r JOIN users u ON u.id = r.user_id WHERE u.email = ${email}`;
    expect(left?.count).toBe(0);
    // No session is opened first, only to be ended.
    const actions = (await service.audit(email)).map(({ action }) => action);
    expect(actions).not.toContain('AUTH_REMEMBER_ME_USED');
  });

  test('what an application was granted with the session', async () => {
    const organization = await newRequiring(service, { required: false });
    const { client } = await memberOf(organization);
    const application = await newApplication(service);
    const { access_token, refresh_token } = await tokensFor(service, client, application);
    expect((await userinfo(service, access_token)).status).toBe(200);
    await organization.set({ required: true });
    expect((await userinfo(service, access_token)).status).toBe(401);
    const refused = await refreshGrant(service, application, refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('a member becomes bound', () => {
  test('by an address in the domains, or by one that they last came with', async () => {
    const organization = await newRequiring(service);
    const person = await memberOf(organization, 'outside@elsewhere.example');
    expect(await statusOf(person.client)).toBe(200);
    await organization.link(person.id);
    expect(await statusOf(person.client)).toBe(401);
    const again = await clientFor(service, person.id);
    await organization.link(person.id, 'outside@elsewhere.example');
    expect(await statusOf(again)).toBe(401);
    const other = await memberOf(organization, 'other@elsewhere.example');
    await moveAddress(service, other.id, organization.emailHere());
    expect(await statusOf(other.client)).toBe(401);
  });

  test('by joining, and when the domain is proven or given to the connection', async () => {
    const organization = await newRequiring(service);
    const { sql } = service;
    const person = await newVerified(service, { email: organization.emailHere() });
    expect(await statusOf(person.client)).toBe(200);
    await sql`UPDATE organization_domains SET verified_at = NULL WHERE name = ${organization.domain}`;
    await settleIn(service, person.id, organization.id);
    expect(await statusOf(person.client)).toBe(200);
    await sql`
      UPDATE organization_domains SET verified_at = now(), connection_id = NULL WHERE name = ${organization.domain}`;
    expect(await statusOf(person.client)).toBe(200);
    await sql`
      UPDATE organization_domains SET connection_id = ${organization.connectionId} WHERE name = ${organization.domain}`;
    expect(await statusOf(person.client)).toBe(401);
  });

  test('by an internationalized address, compared in ASCII', async () => {
    const organization = await newRequiring(service);
    await service.sql`
      UPDATE organization_domains SET name = 'xn--bcher-kva.example' WHERE name = ${organization.domain}`;
    const person = await memberOf(organization, 'ada@xn--bcher-kva.example');
    expect(await statusOf(person.client)).toBe(401);
  });
});

describe('a person who is bound stays bound', () => {
  const login = (email: string) => service.client().post('/api/auth/login', { email, password });
  const undoToken = async (email: string) => {
    const mail = (await service.mails(email)).find(({ text }) => text.includes('/undo-email-change?token='));
    return /undo-email-change\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };

  test('when they confirm an address that they asked for before', async () => {
    const organization = await newRequiring(service, { required: false });
    const person = await memberOf(organization);
    const outside = `outside-${person.id}@example.com`;
    expect((await person.client.post('/api/users/profile', { email: outside })).status).toBe(200);
    await organization.set({ required: true });
    const token = await service.mailedToken(outside);
    const { status } = await service.client().post('/api/auth/verify-email', { token, password });
    expect(status).toBe(200);
    const refused = await login(outside);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'SSO_REQUIRED']);
    expect(await statusOf(await clientFor(service, person.id))).toBe(401);
  });

  test('when a link in a mail takes an address back that they had before', async () => {
    const organization = await newRequiring(service, { required: false });
    const outside = `before-${organization.id}@example.com`;
    const person = await memberOf(organization, outside);
    const inside = organization.emailHere();
    expect((await person.client.post('/api/users/profile', { email: inside })).status).toBe(200);
    const token = await service.mailedToken(inside);
    expect((await person.client.post('/api/auth/verify-email', { token })).status).toBe(200);
    await organization.set({ required: true });
    const undone = await service
      .client()
      .post('/api/auth/undo-email-change', { token: await undoToken(outside) });
    expect(undone.status).toBe(200);
    const refused = await login(outside);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'SSO_REQUIRED']);
    expect(await statusOf(await clientFor(service, person.id))).toBe(401);
  });

  test('when they move into the domains while it is required, and out again', async () => {
    const organization = await newRequiring(service);
    const person = await memberOf(organization, `mover-${organization.id}@example.com`);
    const move = (email: string) => service.sql`UPDATE users SET email = ${email} WHERE id = ${person.id}`;
    await move(organization.emailHere());
    await move(`back-${person.id}@example.com`);
    expect(await statusOf(person.client)).toBe(401);
  });

  test('when their link ends', async () => {
    const organization = await newRequiring(service);
    const person = await memberOf(organization, `linked-${organization.id}@elsewhere.example`);
    await organization.link(person.id);
    await service.sql`DELETE FROM sso_links WHERE user_id = ${person.id}`;
    expect(await statusOf(person.client)).toBe(401);
  });
});

describe('it binds no one', () => {
  test('who is no member, or whose role the identity provider cannot sign in', async () => {
    const organization = await newRequiring(service);
    const stranger = await newVerified(service, { email: organization.emailHere() });
    expect(await statusOf(stranger.client)).toBe(200);
    const admin = await newStaff(service, 'ADMIN');
    await moveAddress(service, admin.id, organization.emailHere());
    await settleIn(service, admin.id, organization.id, 'MEMBER');
    expect(await statusOf(admin.client)).toBe(200);
  });

  test('once the domain goes', async () => {
    const organization = await newRequiring(service);
    const other = await newVerified(service, { email: organization.emailHere() });
    await joins(service, other.id, organization.id, 'MEMBER');
    const { client } = other;
    expect((await client.get(current, choosing(organization.id))).status).toBe(403);
    await service.sql`DELETE FROM organization_domains WHERE name = ${organization.domain}`;
    expect((await client.get(current, choosing(organization.id))).status).toBe(200);
  });

  test('once it is required no more', async () => {
    const organization = await newRequiring(service);
    const person = await memberOf(organization);
    await moveAddress(service, person.id, `moved-${person.id}@example.com`);
    expect(await statusOf(person.client)).toBe(401);
    await organization.set({ required: false });
    await organization.set({ required: true });
    expect(await statusOf(await clientFor(service, person.id))).toBe(200);
  });

  test('where single sign-on is turned off for the whole service', async () => {
    const organization = await newRequiring(service);
    const email = organization.emailHere();
    const person = await memberOf(organization, email);
    const { database, clock } = service;
    const without = await startService({ database, clock, env: { ENABLE_SSO: 'false' } });
    expect((await without.client().post('/api/auth/login', { email, password })).status).toBe(200);
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(403);
    expect(await statusOf(person.client)).toBe(401);
  });
});

describe('a person who also belongs elsewhere', () => {
  test('signs in as ever, and is refused in that organization, as by a policy', async () => {
    const organization = await newRequiring(service);
    const email = organization.emailHere();
    const { client, organizationId: home, id } = await newVerified(service, { email });
    await joins(service, id, organization.id, 'MEMBER');
    expect((await client.get(current, choosing(home))).status).toBe(200);
    const refused = await client.get(current, choosing(organization.id));
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.objectContaining({
        code: 'SSO_REQUIRED',
        details: { redirectTo: organization.redirectTo(email) },
      }),
    ]);
    const me = (await client.get('/api/auth/me', choosing(organization.id))).body;
    expect(me.blockedBy).toBe('SSO_REQUIRED');
    expect((await client.get('/api/auth/me')).body).not.toHaveProperty('blockedBy');
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(200);
    // Leaving stays open, and then the default is theirs alone.
    const leave = `${current}/members/${id}`;
    expect((await client.delete(leave, choosing(organization.id))).status).toBe(200);
    expect((await client.get(current)).status).toBe(200);
  });

  test('has no way around it where every organization of theirs requires it', async () => {
    const [one, other] = [await newRequiring(service), await newRequiring(service)];
    const email = one.emailHere();
    const person = await memberOf(one, email);
    await joins(service, person.id, other.id, 'MEMBER');
    await other.link(person.id);
    expect(await statusOf(person.client)).toBe(401);
    const refused = await service.client().post('/api/auth/login', { email, password });
    expect([refused.status, refused.body.error.details]).toEqual([
      403,
      { redirectTo: one.redirectTo(email) },
    ]);
    // A session that one of them opened goes on there, and not in the other.
    const client = await clientFor(service, person.id);
    await one.begin(person.id);
    expect((await client.get(current, choosing(one.id))).status).toBe(200);
    const there = await client.get(current, choosing(other.id));
    expect([there.status, there.body.error.code]).toEqual([403, 'SSO_REQUIRED']);
  });

  test('and comes from another organization gets no further by its identity provider', async () => {
    const [home, away] = [await newRequiring(service, { required: false }), await newRequiring(service)];
    const person = await memberOf(home, away.emailHere());
    await joins(service, person.id, away.id, 'ADMIN');
    await home.begin(person.id);
    const refused = await person.client.get(current, choosing(away.id));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SSO_REQUIRED']);
  });
});

describe('within 30 days of a sign-in by it', () => {
  test("a person's own key works, and an organization's always does", async () => {
    const organization = await newRequiring(service, { required: false });
    const { owner } = organization;
    const person = await memberOf(organization);
    const { key } = await newKey(person.client);
    const ofOrganization = await owner.client.post(`${current}/keys`, {
      name: 'x',
      scopes: ['latchkey:read'],
    });
    await organization.set({ required: true });
    const asked = async () => {
      const { status, body } = await keyClient(service, key).get(current);
      return [status, body.error?.code];
    };
    expect(await asked()).toEqual([403, 'SSO_REQUIRED']);
    expect((await keyClient(service, key).get('/api/auth/me')).body.blockedBy).toBe('SSO_REQUIRED');
    await organization.link(person.id);
    expect(await asked()).toEqual([200, undefined]);
    service.clock.advance({ days: 29, hours: 23 });
    expect(await asked()).toEqual([200, undefined]);
    service.clock.advance({ hours: 2 });
    expect(await asked()).toEqual([403, 'SSO_REQUIRED']);
    await organization.link(person.id);
    expect(await asked()).toEqual([200, undefined]);
    expect((await keyClient(service, ofOrganization.body.key).get(current)).status).toBe(200);
  });

  test('an offline grant works', async () => {
    const organization = await newRequiring(service, { required: false });
    const person = await memberOf(organization);
    const application = await newApplication(service);
    const scope = 'openid offline_access organization';
    const { access_token } = await tokensFor(service, person.client, application, { scope });
    await organization.set({ required: true });
    expect((await userinfo(service, access_token)).status).toBe(401);
    await organization.link(person.id);
    expect((await userinfo(service, access_token)).status).toBe(200);
  });
});

test('an ADMIN who acts as a bound person is judged by their own session', async () => {
  const organization = await newRequiring(service);
  const person = await memberOf(organization);
  const admin = await newStaff(service, 'ADMIN');
  const started = await admin.client.post('/api/admin/impersonate', { userId: person.id });
  expect(started.status).toBe(200);
  expect((await admin.client.get('/api/auth/me')).body.user.id).toBe(person.id);
});

test('another organization is left alone', async () => {
  const organization = await newRequiring(service);
  const other = await newOrganization(service);
  const person = await newVerified(service, { email: organization.emailHere() });
  await settleIn(service, person.id, other.id);
  expect((await person.client.get(current)).status).toBe(200);
});

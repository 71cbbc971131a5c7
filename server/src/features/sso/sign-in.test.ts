import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { insertOrganizationKey } from '@latchkey/server/testing/organization-keys';
import {
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { rsaKey } from '@latchkey/server/testing/rsa-keys';
import { clientFor, newStaff, newUser, newVerified, password } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { accountsAt, moveAddress, removeMember } from '@latchkey/server/testing/standing';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { describe, expect, onTestFinished, test } from 'vitest';

const world = started(startWithIdp);
const isSignedIn = async (client: {
  get(path: string): Promise<{ status: number; body: { user: unknown } }>;
}) => (await client.get('/api/auth/me')).body?.user;
const actionsOf = async (email: string) => (await world.service.audit(email)).map(({ action }) => action);
const organizationOf = async (id: string) => (await standingOf(world.service, id))?.organizationId ?? '';
const failures = async () =>
  (await world.service.audit()).filter(({ action }) => action === 'AUTH_SSO_LOGIN_FAILED');

describe('a person whom the identity provider vouches for', () => {
  test('gets in although they were removed once, if an invitation let them back in since', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path, owner, id: organizationId } = await connected();
    const { login, email } = somebody(domain.name);
    const { id } = await newMember(service, organizationId, 'MEMBER');
    await moveAddress(service, id, email, 'proven');
    const members = '/api/organizations/current/members';
    expect((await owner.client.delete(`${members}/${id}`)).status).toBe(200);
    const { token } = await inviteTo(owner, email);
    const client = await clientFor(service, id);
    expect((await client.post(`/api/invites/${token}/accept`)).status).toBe(200);
    expect((await client.delete(`${members}/${id}`)).status).toBe(200);
    const back = service.client();
    await travel(back, path, login);
    expect(await isSignedIn(back)).toMatchObject({ id, organizationId, organizationRole: 'MEMBER' });
  });

  test('comes back after they left by themselves, unless they moved their address away since', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path, id: organizationId } = await connected();
    const { login } = somebody(domain.name);
    const client = service.client();
    await travel(client, path, login);
    const { id } = (await isSignedIn(client)) as { id: string };
    const leave = (by: typeof client) => by.delete(`/api/organizations/current/members/${id}`);
    expect((await leave(client)).status).toBe(200);
    const back = service.client();
    await travel(back, path, login);
    expect(await isSignedIn(back)).toMatchObject({ id, organizationId, organizationRole: 'MEMBER' });
    expect((await leave(back)).status).toBe(200);
    await service.sql`UPDATE users SET email = 'private@elsewhere.test' WHERE id = ${id}`;
    expect((await travel(service.client(), path, login)).error).toBe('sso_not_member');
  });

  test('gets an account, joins as MEMBER and is signed in', async () => {
    const { service, connected, somebody, travel } = world;
    const { id: organizationId, domain, path, connectionId } = await connected();
    const { login, email } = somebody(domain.name);
    const client = service.client();
    const landed = await travel(client, `${path}?returnTo=/organization`, login);
    expect(landed.location).toBe('http://latchkey.test/organization');
    expect(await isSignedIn(client)).toMatchObject({
      email,
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      organizationId,
      organizationRole: 'MEMBER',
    });
    expect(await actionsOf(email)).toEqual(
      expect.arrayContaining([
        'AUTH_REGISTER',
        'ORG_MEMBER_JOINED',
        'AUTH_SSO_PROVISIONED',
        'AUTH_SSO_ACCOUNT_LINKED',
        'AUTH_SSO_LOGIN_SUCCESS',
        'AUTH_LOGIN_SUCCESS',
      ]),
    );
    const entries = await service.audit(email);
    expect(entries.find(({ action }) => action === 'AUTH_SSO_LOGIN_SUCCESS')).toMatchObject({
      organizationId,
      metadata: { connectionId },
    });
    expect(entries.find(({ action }) => action === 'AUTH_LOGIN_SUCCESS')?.metadata.method).toBe('sso');
    // There is no password, and the second time nothing is created.
    const again = service.client();
    await travel(again, path, login);
    expect(await isSignedIn(again)).toMatchObject({ email });
    expect((await actionsOf(email)).filter((action) => action === 'AUTH_REGISTER')).toHaveLength(1);
  });

  test('keeps their account when their address changes at the identity provider', async () => {
    const { service, idp, connected, somebody, travel } = world;
    const { domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const first = service.client();
    await travel(first, path, login);
    const before = (await isSignedIn(first)) as { id: string };
    idp.people.set(login, { email: `renamed@${domain.name}`, given_name: 'Augusta', family_name: 'King' });
    const second = service.client();
    // No other site can have people sent to it.
    const elsewhere = `${path}?returnTo=${encodeURIComponent('https://evil.example/')}`;
    expect((await travel(second, elsewhere, login)).location).toBe('http://latchkey.test/');
    expect(await isSignedIn(second)).toMatchObject({ id: before.id, email, firstName: 'Ada' });
  });

  test('who is a member is linked, keeps their role and is told', async () => {
    const { service, connected, somebody, travel } = world;
    const { id, domain, path, owner, connectionId } = await connected();
    const { login, email } = somebody(domain.name);
    const member = await newVerified(service, { email, organizationName: 'Elsewhere' });
    await removeMember(service, member.id);
    await service.sql`
      INSERT INTO organization_members (organization_id, user_id, role, joined_at)
      VALUES (${id}, ${member.id}, 'ADMIN', ${service.clock.now()})`;
    const client = service.client();
    await travel(client, path, login);
    expect(await isSignedIn(client)).toMatchObject({ id: member.id, organizationRole: 'ADMIN' });
    expect((await service.mails(email)).some(({ subject }) => subject.includes('single sign-on'))).toBe(true);
    const { body } = await owner.client.get(`/api/organizations/current/connections/${connectionId}/links`);
    expect(body.links).toEqual([
      expect.objectContaining({ userId: member.id, email, subject: login, lastSignInAt: expect.any(String) }),
    ]);
    // The password still works.
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(200);
  });

  test('of no organization joins, in the role of an open invitation', async () => {
    const { service, connected, somebody, travel } = world;
    const { id: organizationId, domain, path, owner } = await connected({ provisioning: false });
    const [plain, invited] = [somebody(domain.name), somebody(domain.name)];
    const loner = await newLoner(service, invited.email);
    await service.sql`UPDATE users SET email_verified_at = ${service.clock.now()} WHERE id = ${loner.id}`;
    await inviteTo(owner, invited.email, 'ADMIN');
    await travel(service.client(), path, invited.login);
    expect(await standingOf(service, loner.id)).toEqual({ organizationId, organizationRole: 'ADMIN' });
    // Without an invitation, no one joins.
    expect((await travel(service.client(), path, plain.login)).error).toBe('sso_not_provisioned');
    expect((await failures()).at(-1)).toMatchObject({
      organizationId,
      metadata: { reason: 'sso_not_provisioned' },
    });
  });
});

describe('is refused:', () => {
  test('an address outside the domains, unverified, or none', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected();
    for (const more of [
      { email: 'ada@elsewhere.test' },
      { email: `ada@sub.${domain.name}` },
      { email: `x@${domain.name}`, email_verified: false },
      { email: `x@${domain.name}`, email_verified: 'false' },
      { email: 'nonsense' },
    ]) {
      const { login } = somebody(domain.name, more);
      const client = service.client();
      expect((await travel(client, path, login)).error).toBe('sso_email_not_allowed');
      expect(await isSignedIn(client)).toBeUndefined();
    }
  });

  test('a verified member of another organization, and one who was removed, until they are invited', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path, owner, connectionId } = await connected();
    const stranger = somebody(domain.name);
    await newVerified(service, { email: stranger.email });
    expect((await travel(service.client(), path, stranger.login)).error).toBe('sso_not_member');
    const { login, email } = somebody(domain.name);
    const client = service.client();
    await travel(client, path, login);
    const { id } = (await isSignedIn(client)) as { id: string };
    expect((await owner.client.delete(`/api/organizations/current/members/${id}`)).status).toBe(200);
    expect((await travel(service.client(), path, login)).error).toBe('sso_not_member');
    const unlinked = await owner.client.delete(`${connectionsPath}/${connectionId}/links/${id}`);
    expect(unlinked.status).toBe(200);
    expect((await travel(service.client(), path, login)).error).toBe('sso_not_member');
    await inviteTo(owner, email);
    const back = service.client();
    await travel(back, path, login);
    expect(await isSignedIn(back)).toMatchObject({ id });
  });

  test('a person who was removed, by an invitation from before that', async () => {
    const { service, connected, somebody, travel } = world;
    const { path, owner, domain } = await connected();
    const { login, email } = somebody(domain.name);
    const { id } = await newMember(service, await organizationOf(owner.id), 'MEMBER');
    await inviteTo(owner, email, 'ADMIN');
    service.clock.advance({ minutes: 1 });
    expect((await owner.client.delete(`/api/organizations/current/members/${id}`)).status).toBe(200);
    await moveAddress(service, id, email, 'proven');
    expect((await travel(service.client(), path, login)).error).toBe('sso_not_member');
  });

  test('another subject with a linked address', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    await travel(service.client(), path, login);
    const other = somebody(domain.name, { email });
    expect((await travel(service.client(), path, other.login)).error).toBe('sso_conflict');
  });

  test('an account whose role requires two-factor, and a deactivated one', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected();
    const [chief, gone] = [somebody(domain.name), somebody(domain.name)];
    const admin = await newStaff(service, 'ADMIN');
    await moveAddress(service, admin.id, chief.email);
    expect((await travel(service.client(), path, chief.login)).error).toBe('sso_not_allowed');
    const client = service.client();
    await travel(client, path, gone.login);
    await service.sql`UPDATE users SET is_active = false WHERE email = ${gone.email}`;
    expect((await travel(service.client(), path, gone.login)).error).toBe('account_inactive');
  });

  test('a canceled visit, and one that another browser started', async () => {
    const { service, connected, somebody, travel, idp } = world;
    const { domain, path } = await connected();
    expect((await travel(service.client(), path, null)).error).toBe('sso_denied');
    const { login } = somebody(domain.name);
    const departure = await service.client().get(path);
    const back = await idp.visit(departure.headers.get('location') ?? '', login);
    const count = (await failures()).length;
    const busy = service.client();
    await busy.get(path);
    for (const browser of [service.client(), busy]) {
      const landed = await browser.get(back.pathname + back.search);
      expect(landed.headers.get('location')).toBe('http://latchkey.test/login?error=invalid_state');
    }
    expect(await failures()).toHaveLength(count);
  });

  test('a callback twice, and a state of another connection', async () => {
    const { service, connected, somebody, idp } = world;
    const [one, other] = [await connected(), await connected()];
    const { login } = somebody(one.domain.name);
    const client = service.client();
    const departure = await client.get(one.path);
    const ticket = client.cookies.get('sso_state') ?? '';
    expect(departure.cookies.sso_state).toMatchObject({
      httpOnly: true,
      sameSite: 'lax',
      path: '/api/auth/sso',
      maxAge: 600,
    });
    const back = await idp.visit(departure.headers.get('location') ?? '', login);
    const misled = await client.get(
      back.pathname.replace(one.connectionId, other.connectionId) + back.search,
    );
    expect(misled.headers.get('location')).toContain('error=invalid_state');
    client.cookies.set('sso_state', ticket);
    expect((await client.get(back.pathname + back.search)).headers.get('location')).toBe(
      'http://latchkey.test/',
    );
    client.cookies.set('sso_state', ticket);
    expect((await client.get(back.pathname + back.search)).headers.get('location')).toContain(
      'invalid_state',
    );
  });

  test('a forged ID token: another key, none, nonce or issuer', async () => {
    const { service, connected, somebody, travel, idp } = world;
    const { domain, path } = await connected();
    const { login } = somebody(domain.name);
    const none = (claims: object) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    for (const forgery of [
      { key: rsaKey('unknown') },
      { token: none },
      { alter: (claims: object) => ({ ...claims, nonce: 'other' }) },
      { alter: (claims: object) => ({ ...claims, iss: 'http://127.0.0.1:1' }) },
      { alter: (claims: object) => ({ ...claims, aud: 'another' }) },
    ]) {
      Object.assign(idp.forgery, forgery);
      const client = service.client();
      const { error } = await travel(client, path, login);
      for (const name of ['key', 'token', 'alter'] as const) delete idp.forgery[name];
      expect(error).toBe('sso_failed');
      expect(await isSignedIn(client)).toBeUndefined();
    }
  });

  test.each([
    ['is turned off', 'UPDATE sso_connections SET enabled = false'],
    ['is deleted', 'DELETE FROM sso_connections'],
    ['has another issuer', "UPDATE sso_connections SET issuer = 'https://other.example'"],
  ])('a connection that %s while the identity provider answers', async (_what, change) => {
    const { service, connected, somebody, idp } = world;
    const { id: organizationId, domain, path, connectionId } = await connected();
    const { login, email } = somebody(domain.name);
    const client = service.client();
    const departure = await client.get(path, { csrf: false });
    const back = await idp.visit(departure.headers.get('location') ?? '', login);
    const landed = await during(
      service,
      async (tx) => {
        await tx`SELECT 1 FROM organizations WHERE id = ${organizationId} FOR UPDATE`;
        await tx.unsafe(`${change} WHERE id = '${connectionId}'`);
      },
      () => client.get(back.pathname + back.search, { csrf: false }),
    );
    expect(landed.headers.get('location')).toBe('http://latchkey.test/login?error=sso_unavailable');
    expect(await isSignedIn(client)).toBeUndefined();
    expect(await accountsAt(service, email)).toHaveLength(0);
  });

  test('an identity provider that is down', async () => {
    const { service, connected, travel, idp } = world;
    const { path } = await connected();
    // What it said of itself is kept for a minute.
    service.clock.advance({ minutes: 2 });
    idp.faults.set('/.well-known/openid-configuration', 500);
    onTestFinished(() => idp.faults.clear());
    expect((await travel(service.client(), path, 'x')).error).toBe('sso_unavailable');
  });
});

describe('an account that was never verified', () => {
  test('is reclaimed: the squatter keeps no way in, and their organization goes', async () => {
    const { service, connected, somebody, travel } = world;
    const { id: organizationId, domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const squatter = await newUser(service, { email, organizationName: 'Squat' });
    const client = service.client();
    await travel(client, path, login);
    expect(await isSignedIn(client)).toMatchObject({ id: squatter.id, emailVerified: true, organizationId });
    expect((await squatter.client.get('/api/auth/me')).status).toBe(401);
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(401);
    expect(await service.sql`SELECT 1 FROM organizations WHERE id = ${squatter.organizationId}`).toHaveLength(
      0,
    );
    const deleted = (await service.audit(email)).find(({ action }) => action === 'ORG_DELETED');
    expect(deleted?.metadata).toMatchObject({ name: 'Squat' });
    expect((await service.mails(email)).at(-1)?.text).toContain('Squat');
  });

  test('keeps its membership here', async () => {
    const { service, connected, somebody, travel } = world;
    const { id: organizationId, domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const member = await newMember(service, organizationId, 'ADMIN');
    await moveAddress(service, member.id, email);
    await travel(service.client(), path, login);
    expect(await standingOf(service, member.id)).toEqual({ organizationId, organizationRole: 'ADMIN' });
    expect((await member.client.get('/api/auth/me')).status).toBe(401);
  });
});

describe('groups', () => {
  test('make ADMIN or MEMBER at each sign-in, never of an OWNER, and overage leaves the role', async () => {
    const { service, idp, connected, somebody, travel } = world;
    const { id: organizationId, domain, path, owner } = await connected({ adminGroups: ['admins'] });
    const { login, email } = somebody(domain.name, { groups: ['staff', 'admins'] });
    const roleAfter = async (groups?: unknown) => {
      idp.people.set(login, { email, ...(groups !== undefined && { groups }) });
      await travel(service.client(), path, login);
      const [row] =
        await service.sql`SELECT m.role FROM organization_members m JOIN users u ON u.id = m.user_id WHERE u.email = ${email}`;
      return row?.role;
    };
    expect(await roleAfter(['staff', 'admins'])).toBe('ADMIN');
    expect(await roleAfter('admins')).toBe('ADMIN');
    const key = await insertOrganizationKey(service, organizationId);
    await service.sql`
      UPDATE organization_key_secrets SET created_by = (SELECT id FROM users WHERE email = ${email}) WHERE key_id = ${key.id}`;
    expect(await roleAfter(['Admins'])).toBe('MEMBER');
    expect((await service.mails(owner.email)).at(-1)?.subject).toBe(
      'Replace credentials of your organization',
    );
    expect(await roleAfter(['admins'])).toBe('ADMIN');
    idp.forgery.alter = (claims) => ({ ...claims, _claim_names: { groups: 'src1' } });
    expect(await roleAfter()).toBe('ADMIN');
    delete idp.forgery.alter;
    expect(await roleAfter()).toBe('MEMBER');
    const boss = somebody(domain.name, { groups: [] });
    await moveAddress(service, owner.id, boss.email, 'proven');
    await travel(service.client(), path, boss.login);
    expect(await standingOf(service, owner.id)).toEqual({ organizationId, organizationRole: 'OWNER' });
  });
});

describe('claims', () => {
  const arrive = async (edit: object, claims: Record<string, unknown>) => {
    const { service, idp, connected, somebody, travel, change } = world;
    const { domain, path, owner, connectionId } = await connected();
    await change(owner, connectionId, edit);
    const { login } = somebody(domain.name);
    const named = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace('DOMAIN', domain.name) : value,
      ]),
    );
    idp.people.set(login, {});
    idp.forgery.alter = (sent) => ({ ...sent, ...named });
    const client = service.client();
    const { error } = await travel(client, path, login);
    delete idp.forgery.alter;
    return { error, user: await isSignedIn(client), domain: domain.name };
  };

  test('the user name counts as the address if there is no other', async () => {
    const { user, domain } = await arrive({}, { preferred_username: 'Upn@DOMAIN' });
    expect(user).toMatchObject({ email: `upn@${domain}` });
    const { error } = await arrive({}, { preferred_username: 'upn@DOMAIN', email_verified: false });
    expect(error).toBe('sso_email_not_allowed');
  });

  test('those that the connection names count, and then no others', async () => {
    const names = { email: 'mail', firstName: 'first', lastName: 'last', groups: 'teams' };
    const edit = { attributes: names, adminGroups: ['admins'] };
    const sent = { mail: 'named@DOMAIN', first: 'Grace', last: 'Hopper', teams: ['admins'] };
    const usual = { email: 'usual@DOMAIN', given_name: 'Ada', family_name: 'Lovelace', groups: [] };
    const { user, domain } = await arrive(edit, { ...usual, ...sent });
    expect(user).toMatchObject({
      email: `named@${domain}`,
      firstName: 'Grace',
      lastName: 'Hopper',
      organizationRole: 'ADMIN',
    });
    expect((await arrive(edit, usual)).error).toBe('sso_email_not_allowed');
  });
});

describe('a second factor', () => {
  test('is asked for, and only then is the account linked', async () => {
    const { service, connected, somebody, travel } = world;
    const { id: organizationId, domain, path, connectionId } = await connected();
    const { login, email } = somebody(domain.name);
    const member = await newVerified(service, { email });
    const { secret } = await enroll(service, member.client);
    await removeMember(service, member.id);
    const client = service.client();
    const landed = await travel(client, path, login);
    expect(landed.path).toBe('/auth/two-factor');
    const links = () => service.sql`SELECT 1 FROM sso_links WHERE connection_id = ${connectionId}`;
    expect(await links()).toHaveLength(0);
    expect(await isSignedIn(client)).toBeUndefined();
    const code = nextCode(service, secret);
    const done = await client.post('/api/auth/2fa/validate', { pendingToken: landed.token, code });
    expect(done.status).toBe(200);
    expect(await links()).toHaveLength(1);
    expect(await standingOf(service, member.id)).toMatchObject({ organizationId });
  });

  test('is of no use once the connection is off', async () => {
    const { service, connected, somebody, travel, change } = world;
    const { domain, path, owner, connectionId } = await connected();
    const { login, email } = somebody(domain.name);
    const member = await newVerified(service, { email });
    const { secret } = await enroll(service, member.client);
    await removeMember(service, member.id);
    const client = service.client();
    const landed = await travel(client, path, login);
    await change(owner, connectionId, { enabled: false });
    const code = nextCode(service, secret);
    const refused = await client.post('/api/auth/2fa/validate', { pendingToken: landed.token, code });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'PENDING_TOKEN_INVALID']);
  });

  test('makes no account if the address meanwhile belongs to none', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const member = await newVerified(service, { email });
    const { secret } = await enroll(service, member.client);
    await removeMember(service, member.id);
    const client = service.client();
    const { token: pendingToken } = await travel(client, path, login);
    await moveAddress(service, member.id, 'moved@elsewhere.test');
    const refused = await client.post('/api/auth/2fa/validate', {
      pendingToken,
      code: nextCode(service, secret),
    });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'PENDING_TOKEN_INVALID']);
    expect(await accountsAt(service, email)).toHaveLength(0);
  });

  test('is of no use once the connection has another issuer, on or not', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path, connectionId } = await connected();
    const { login, email } = somebody(domain.name);
    const member = await newVerified(service, { email });
    const { secret } = await enroll(service, member.client);
    await removeMember(service, member.id);
    const client = service.client();
    const { token: pendingToken } = await travel(client, path, login);
    await service.sql`UPDATE sso_connections SET issuer = 'https://other.example' WHERE id = ${connectionId}`;
    const code = nextCode(service, secret);
    const refused = await client.post('/api/auth/2fa/validate', { pendingToken, code });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'PENDING_TOKEN_INVALID']);
  });

  test('is left to a trusted identity provider', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected({ trustsSecondFactor: true });
    const { login, email } = somebody(domain.name);
    const member = await newVerified(service, { email });
    await enroll(service, member.client);
    await removeMember(service, member.id);
    const client = service.client();
    await travel(client, path, login);
    expect(await isSignedIn(client)).toMatchObject({ email });
  });
});

test('a person with a session proves who they are anew', async () => {
  const { service, connected, somebody, idp, travel } = world;
  const { domain, path } = await connected();
  const { login } = somebody(domain.name);
  const client = service.client();
  await travel(client, path, login);
  const departure = await client.get(path, { csrf: false });
  const query = new URL(departure.headers.get('location') ?? '').searchParams;
  expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
  // By the service's clock, which other tests have moved ahead.
  const authenticated = (secondsAgo: number) => {
    const auth_time = Math.floor(service.clock.now().getTime() / 1000) - secondsAgo;
    idp.forgery.alter = (claims) => ({ ...claims, auth_time });
  };
  authenticated(3600);
  expect((await travel(client, path, login)).error).toBe('sso_failed');
  authenticated(0);
  expect((await travel(client, path, login)).error).toBeNull();
  delete idp.forgery.alter;
  const asked = encodeURIComponent('/api/oidc/authorize?client_id=x&max_age=60');
  const other = await service.client().get(`${path}?returnTo=${asked}`);
  expect(new URL(other.headers.get('location') ?? '').searchParams.get('prompt')).toBe('login');
});

describe('discovery', () => {
  test('tells the connection of a domain, whoever asks', async () => {
    const { service, connected, change } = world;
    const { domain, path, owner, connectionId } = await connected();
    const discover = async (email: string) =>
      (await service.client().post('/api/auth/sso/discover', { email })).body;
    const email = `nobody@${domain.name.toUpperCase()}`;
    expect(await discover(email)).toEqual({
      redirectTo: `${path}?loginHint=${encodeURIComponent(email.toLowerCase())}`,
      required: false,
    });
    expect(await discover(`nobody@sub.${domain.name}`)).toEqual({ redirectTo: null, required: false });
    await change(owner, connectionId, { enabled: false });
    expect(await discover(email)).toEqual({ redirectTo: null, required: false });
    const refused = await service.client().get(path);
    expect([refused.status, refused.body.error.code]).toEqual([404, 'SSO_NOT_AVAILABLE']);
  });

  test('and sign-in end with the proof of the only domain', async () => {
    const { service, connected, zone } = world;
    const { domain, path } = await connected();
    const other = await newOrganization(service);
    zone.withdraw(domain.record);
    const { proveDomain } = await import('@latchkey/server/testing/domains');
    await proveDomain(other.owner, zone, domain.name);
    expect((await service.client().get(path)).status).toBe(404);
    const { body } = await service.client().post('/api/auth/sso/discover', { email: `x@${domain.name}` });
    expect(body.redirectTo).toBeNull();
  });
});

test('a link is a way in while its connection is on', async () => {
  const { service, connected, somebody, travel, change } = world;
  const { domain, path, owner, connectionId } = await connected();
  const { login, email } = somebody(domain.name);
  const client = service.client();
  await travel(client, path, login);
  const [row] = await service.sql`SELECT id FROM users WHERE email = ${email}`;
  await service.sql`
    INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, created_at, updated_at)
    VALUES (${row?.id}, ${row?.id}, 'google', ${email}, now(), now())`;
  const own = await clientFor(service, String(row?.id));
  const unlink = () => own.delete('/api/auth/oauth/accounts/google');
  await change(owner, connectionId, { enabled: false });
  const refused = await unlink();
  expect([refused.status, refused.body.error.code]).toEqual([400, 'LAST_SIGN_IN_METHOD']);
  await change(owner, connectionId, { enabled: true });
  expect((await unlink()).status).toBe(200);
});

test('a session ends after its hours, however often it is refreshed, and is never remembered', async () => {
  const { service, connected, somebody, travel } = world;
  const { domain, path } = await connected({ sessionHours: 2 });
  const { login } = somebody(domain.name);
  const client = service.client();
  const { answer } = await travel(client, path, login);
  expect(answer.cookies.remember_me).toBeUndefined();
  service.clock.advance({ hours: 1, minutes: 50 });
  expect((await client.post('/api/auth/refresh', {})).status).toBe(200);
  expect((await client.get('/api/auth/me')).status).toBe(200);
  service.clock.advance({ minutes: 11 });
  expect((await client.get('/api/auth/me')).status).toBe(401);
  expect((await client.post('/api/auth/refresh', {})).status).toBe(401);
});

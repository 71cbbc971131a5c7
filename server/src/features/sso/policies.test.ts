import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  joins,
  newLoner,
  newMember,
  newOrganization,
} from '@latchkey/server/testing/organizations';
import { forceSystemPolicy, organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newUser, newVerified } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { accountsAt, moveAddress } from '@latchkey/server/testing/standing';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { afterEach, describe, expect, test } from 'vitest';

const world = started(() => startWithIdp({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const current = '/api/organizations/current';

afterEach(async () => {
  await world.service.sql`DELETE FROM policies WHERE organization_id IS NULL`;
});

const exists = async (email: string) => (await accountsAt(world.service, email)).length > 0;
const isMember = async (email: string, organizationId: string) =>
  (
    await world.service.sql`
      SELECT 1 FROM organization_members WHERE email = ${email} AND organization_id = ${organizationId}`
  ).length > 0;

describe('where only some domains may join', () => {
  test('no one from another is let in by single sign-on, and members stay members', async () => {
    const { service, connected, somebody, travel } = world;
    const { id, domain, path, owner } = await connected();
    const member = somebody(domain.name);
    await travel(service.client(), path, member.login);
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['elsewhere.example'] });
    const stranger = somebody(domain.name);
    expect((await travel(service.client(), path, stranger.login)).error).toBe('sso_email_not_allowed');
    expect(await exists(stranger.email)).toBe(false);
    const loner = somebody(domain.name);
    await newLoner(service, loner.email);
    await service.sql`UPDATE users SET email_verified_at = now() WHERE email = ${loner.email}`;
    expect((await travel(service.client(), path, loner.login)).error).toBe('sso_email_not_allowed');
    expect(await isMember(loner.email, id)).toBe(false);
    const again = await travel(service.client(), path, member.login);
    expect(again.error).toBeNull();
  });

  test('an account that was never verified is not touched if it is not let in', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path, owner } = await connected();
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['elsewhere.example'] });
    const { login, email } = somebody(domain.name);
    const squatter = await newUser(service, { email });
    expect((await travel(service.client(), path, login)).error).toBe('sso_email_not_allowed');
    expect((await squatter.client.get('/api/auth/me')).status).toBe(200);
  });

  test('nor is an invitation from before any use', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path, owner } = await connected({ provisioning: false });
    const { login, email } = somebody(domain.name);
    await inviteTo(owner, email);
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['elsewhere.example'] });
    expect((await travel(service.client(), path, login)).error).toBe('sso_email_not_allowed');
    await setPolicy(owner.client, organizationPolicy, { emailDomains: [domain.name] });
    expect((await travel(service.client(), path, login)).error).toBeNull();
  });

  test('the service asks the same of every new account', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected();
    await forceSystemPolicy(service, { emailDomains: ['elsewhere.example'] });
    const { login, email } = somebody(domain.name);
    expect((await travel(service.client(), path, login)).error).toBe('sso_email_not_allowed');
    expect(await exists(email)).toBe(false);
  });
});

describe('a service that does not allow single sign-on', () => {
  test('refuses it at the start and on the way back, whoever it is', async () => {
    const { service, connected, somebody, travel, idp } = world;
    const { domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const under = service.client();
    const departure = await under.get(path, { csrf: false });
    const back = await idp.visit(departure.headers.get('location') ?? '', login);
    await forceSystemPolicy(service, { signInMethods: ['password'] });
    const landed = await under.get(back.pathname + back.search, { csrf: false });
    expect(landed.headers.get('location')).toBe(
      'http://latchkey.test/login?error=sign_in_method_not_allowed',
    );
    expect(await exists(email)).toBe(false);
    expect((await travel(service.client(), path, login)).error).toBe('sign_in_method_not_allowed');
    const failed = (await service.audit()).filter(({ action }) => action === 'AUTH_SSO_LOGIN_FAILED');
    expect(failed.at(-1)?.metadata).toMatchObject({ reason: 'sign_in_method_not_allowed' });
  });

  test('refuses the second factor of a sign-in from before', async () => {
    const { service, connected, somebody, travel } = world;
    const { id, domain, path } = await connected();
    const { login, email } = somebody(domain.name);
    const member = await newMember(service, id, 'MEMBER');
    await moveAddress(service, member.id, email, 'proven');
    const { secret } = await enroll(service, member.client);
    const client = service.client();
    const { token } = await travel(client, path, login);
    await forceSystemPolicy(service, { signInMethods: ['password'] });
    const code = nextCode(service, secret);
    const refused = await client.post('/api/auth/2fa/validate', { pendingToken: token, code });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SIGN_IN_METHOD_NOT_ALLOWED']);
  });

  test('still lets an OWNER test a connection', async () => {
    const { service, connected, somebody, test: testConnection } = world;
    const { domain, owner, connectionId } = await connected();
    await forceSystemPolicy(service, { signInMethods: ['password'] });
    // The OWNER's own session counts as begun by a password.
    await service.sql`UPDATE sessions SET sign_in_method = 'password' WHERE user_id = ${owner.id}`;
    const { test: outcome } = await testConnection(owner, connectionId, somebody(domain.name).login);
    expect(outcome).toMatchObject({ passed: true });
  });
});

describe('a verified member of another organization', () => {
  test('comes in by an open invitation, and keeps their default', async () => {
    const { service, connected, somebody, travel } = world;
    const { id, domain, path, owner } = await connected();
    const { login, email } = somebody(domain.name);
    const person = await newVerified(service, { email, organizationName: 'Elsewhere' });
    expect((await travel(service.client(), path, login)).error).toBe('sso_not_member');
    await inviteTo(owner, email, 'ADMIN');
    const client = service.client();
    expect((await travel(client, path, login)).error).toBeNull();
    const there = await client.get(current, { headers: { 'x-organization-id': id } });
    expect([there.status, there.body.organization.role]).toEqual([200, 'ADMIN']);
    const { body } = await person.client.get('/api/organizations');
    expect(body.organizations.map((each: { id: string }) => each.id)).toEqual([person.organizationId, id]);
  });

  test('of fifty stays out', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path, owner } = await connected();
    const { login, email } = somebody(domain.name);
    const person = await newVerified(service, { email });
    await service.sql`
      WITH made AS (
        INSERT INTO organizations (id, name, slug, created_at, updated_at)
        SELECT gen_random_uuid(), 'Many', 'many-' || n, now(), now() FROM generate_series(1, 49) n RETURNING id)
      INSERT INTO organization_members (organization_id, user_id, role, joined_at)
      SELECT id, ${person.id}, 'OWNER', now() FROM made`;
    await inviteTo(owner, email);
    expect((await travel(service.client(), path, login)).error).toBe('sso_not_member');
  });
});

test('an account that was never verified keeps an organization of its own, and joins as a new one', async () => {
  const { service, connected, somebody, travel } = world;
  const { id, domain, path } = await connected();
  const { login, email } = somebody(domain.name);
  const squatter = await newUser(service, { email, organizationName: 'Kept' });
  expect((await travel(service.client(), path, login)).error).toBeNull();
  expect(await isMember(email, id)).toBe(true);
  expect(await isMember(email, squatter.organizationId)).toBe(true);
});

describe('an identity provider that is trusted with the second factor', () => {
  test("meets its organization's policy while it is trusted, and never the service's", async () => {
    const { service, connected, somebody, travel, change } = world;
    const { domain, path, owner, connectionId } = await connected({ trustsSecondFactor: true });
    await enroll(service, owner.client);
    await setPolicy(owner.client, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    const { login } = somebody(domain.name);
    const client = service.client();
    const landed = await travel(client, path, login);
    expect(landed.path).toBe('/');
    expect((await client.get(current)).status).toBe(200);
    await change(owner, connectionId, { trustsSecondFactor: false });
    expect((await client.get(current)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    expect((await travel(service.client(), path, login)).path).toBe('/profile/security');
    await change(owner, connectionId, { trustsSecondFactor: true });
    expect((await client.get(current)).status).toBe(200);
    await forceSystemPolicy(service, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    expect((await client.get(current)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });

  test("leaves it to the service to ask, by the service's policy too", async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected({ trustsSecondFactor: true });
    const { login } = somebody(domain.name);
    const client = service.client();
    await travel(client, path, login);
    await enroll(service, client);
    expect((await travel(service.client(), path, login)).path).toBe('/');
    await forceSystemPolicy(service, { twoFactorRequired: true });
    expect((await travel(service.client(), path, login)).path).toBe('/auth/two-factor');
  });

  test('counts only in its own organization', async () => {
    const { service, connected, somebody, travel } = world;
    const { domain, path } = await connected({ trustsSecondFactor: true });
    const { login, email } = somebody(domain.name);
    const client = service.client();
    await travel(client, path, login);
    const other = await newOrganization(service);
    const [person] = await service.sql`SELECT id FROM users WHERE email = ${email}`;
    await joins(service, person?.id, other.id);
    const { client: boss } = other.owner;
    await enroll(service, boss);
    await setPolicy(boss, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    const me = await client.get('/api/auth/me', { headers: { 'x-organization-id': other.id } });
    expect(me.body.requiresTwoFactorSetup).toBe(true);
  });
});

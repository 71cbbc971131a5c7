import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, newOrganization } from '@latchkey/server/testing/organizations';
import { forceSystemPolicy, organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);
const invites = '/api/organizations/current/invites';

const register = (email: string, more: object) =>
  service.client().post('/api/auth/register', { email, password, ...more });

describe('an organization that only some domains may join', () => {
  test('invites nobody else, and only by mail', async () => {
    const { owner } = await newOrganization(service);
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['team.example'] });
    for (const email of ['ada@other.example', 'ada@sub.team.example']) {
      const refused = await owner.client.post(invites, { email });
      expect(refused.status).toBe(400);
      expect(refused.body.error.code).toBe('EMAIL_DOMAIN_NOT_ALLOWED');
    }
    const sent = await owner.client.post(invites, { email: 'Ada@Team.example' });
    expect(sent.status).toBe(201);
    expect(sent.body.invite).not.toHaveProperty('token');
    expect(sent.body.invite).not.toHaveProperty('url');
    const inviteToken = await service.mailedToken('ada@team.example');
    const joined = await register('ada@team.example', { inviteToken });
    expect(joined.status).toBe(201);
    expect(joined.body.user).toMatchObject({ emailVerified: true, organizationRole: 'MEMBER' });
  });

  test('verifies the address of an account that accepts its mail', async () => {
    const { owner } = await newOrganization(service);
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['accept.example'] });
    const loner = await newLoner(service, 'loner@accept.example');
    await owner.client.post(invites, { email: loner.email });
    const token = await service.mailedToken(loner.email);
    expect((await loner.client.post(`/api/invites/${token}/accept`)).status).toBe(200);
    expect((await loner.client.get('/api/auth/me')).body.user.emailVerified).toBe(true);
    const actions = (await service.audit(loner.email)).map(({ action }) => action);
    expect(actions).toContain('SECURITY_EMAIL_VERIFIED');
  });

  test('takes an earlier invitation only from a verified address at an allowed domain', async () => {
    const { owner } = await newOrganization(service);
    const tokens: Record<string, string> = {};
    for (const email of ['new@early.example', 'loner@early.example', 'loner@late.example'])
      tokens[email] = (await owner.client.post(invites, { email })).body.invite.token;
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['early.example'] });
    const registering = await register('new@early.example', { inviteToken: tokens['new@early.example'] });
    expect(registering.status).toBe(403);
    expect(registering.body.error.code).toBe('EMAIL_NOT_VERIFIED');
    const accept = async (email: string) => {
      const { client, id } = await newLoner(service, email);
      const accepting = () => client.post(`/api/invites/${tokens[email]}/accept`);
      return { id, accepting };
    };
    const outside = await accept('loner@late.example');
    expect((await outside.accepting()).body.error.code).toBe('EMAIL_DOMAIN_NOT_ALLOWED');
    const inside = await accept('loner@early.example');
    const unverified = await inside.accepting();
    expect(unverified.status).toBe(403);
    expect(unverified.body.error.code).toBe('EMAIL_NOT_VERIFIED');
    await service.sql`UPDATE users SET email_verified_at = now() WHERE id = ${inside.id}`;
    expect((await inside.accepting()).status).toBe(200);
  });

  test('takes an earlier invitation that went by mail only, which proves the mailbox', async () => {
    const { owner } = await newOrganization(service);
    await owner.client.post(invites, { email: 'new@mailed-before.example', byMailOnly: true });
    const inviteToken = await service.mailedToken('new@mailed-before.example');
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['mailed-before.example'] });
    const joined = await register('new@mailed-before.example', { inviteToken });
    expect([joined.status, joined.body.user.emailVerified]).toEqual([201, true]);
  });

  test('keeps the members it has', async () => {
    const { owner } = await newOrganization(service);
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['elsewhere.example'] });
    expect((await owner.client.get('/api/organizations/current')).status).toBe(200);
  });
});

test('a service that only some domains may use refuses other accounts and addresses', async () => {
  const own = await startService();
  const admin = await newStaff(own, 'ADMIN');
  const person = await newUser(own);
  const mover = await newUser(own);
  await mover.client.post('/api/users/profile', { email: 'mover@other.example' });
  const link = { token: await own.mailedToken('mover@other.example') };
  await forceSystemPolicy(own, { emailDomains: ['team.example'] });
  const register = { email: 'ada@other.example', password, organizationName: 'Other' };
  const answers = await Promise.all([
    own.client().post('/api/auth/register', register),
    person.client.post('/api/users/profile', { email: 'person@other.example' }),
    admin.client.put(`/api/users/${person.id}`, { email: 'person@other.example' }),
    person.client.post(invites, { email: 'guest@other.example' }),
    // Asked for before the policy was set.
    mover.client.post('/api/auth/verify-email', link),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body.error.code).toBe('EMAIL_DOMAIN_NOT_ALLOWED');
  }
  const allowed = { ...register, email: 'ada@team.example' };
  expect((await own.client().post('/api/auth/register', allowed)).status).toBe(201);
  await forceSystemPolicy(own, { emailDomains: ['other.example'] });
  expect((await mover.client.post('/api/auth/verify-email', link)).status).toBe(200);
});

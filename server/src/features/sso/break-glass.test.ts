import { Authenticator, addPasskey, passkeyLogin } from '@latchkey/server/testing/authenticator';
import { started } from '@latchkey/server/testing/lifetime';
import { joins, newMember, settleIn } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newRequiring } from '@latchkey/server/testing/required-sso';
import { newVerified, password, startService } from '@latchkey/server/testing/service';
import { setTwoFactor } from '@latchkey/server/testing/standing';
import { enroll, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const current = '/api/organizations/current';

/** An OWNER with two-factor, whom their organization's identity provider should sign in. */
async function newKeeper() {
  const organization = await newRequiring(service, { required: false });
  const person = await newVerified(service, { email: organization.emailHere() });
  await settleIn(service, person.id, organization.id, 'OWNER');
  const { secret, backupCodes } = await enroll(service, person.client);
  const device = new Authenticator(service);
  await addPasskey(person.client, device);
  await organization.set({ required: true });
  await service.sql`UPDATE users SET email_verified_at = now() WHERE email_verified_at IS NULL`;
  const enter = async (code = nextCode(service, secret), more = {}) => {
    const { client, validate } = await startLogin(service, person.email, more);
    return { client, answer: await validate(code) };
  };
  return { ...person, organization, secret, backupCodes, device, enter };
}

const usesOf = async (email: string) =>
  (await service.audit(email)).filter(({ action }) => action === 'SECURITY_BREAK_GLASS_USED');
const subject = 'An owner signed in without single sign-on';
const mailedTo = async (email: string) =>
  (await service.mails(email)).filter((mail) => mail.subject === subject);

describe('an OWNER of an organization that requires single sign-on', () => {
  test('gets in by password with two-factor, and by a passkey; the other OWNERs are told', async () => {
    const { email, organization, enter, device, id } = await newKeeper();
    const member = await newMember(service, organization.id, 'ADMIN');
    const { client, answer } = await enter();
    expect(answer.status).toBe(200);
    expect((await client.get(current)).status).toBe(200);
    expect((await client.get('/api/auth/me')).body).not.toHaveProperty('blockedBy');
    const byPasskey = await passkeyLogin(service, device);
    expect(byPasskey.status).toBe(200);
    expect((await byPasskey.client.get(current)).status).toBe(200);
    expect(await usesOf(email)).toMatchObject([
      { userId: id, organizationId: organization.id, metadata: { method: 'password' } },
      { userId: id, organizationId: organization.id, metadata: { method: 'passkey' } },
    ]);
    const mailed = await mailedTo(organization.owner.email);
    expect(mailed.map(({ text }) => text.includes(email.split('@')[0] ?? ''))).toEqual([true, true]);
    expect([await mailedTo(member.email), await mailedTo(email)]).toEqual([[], []]);
  });

  test('is never remembered, and their earlier sessions and remembered logins end', async () => {
    const { client: before, enter, secret } = await newKeeper();
    expect((await before.get('/api/auth/me')).status).toBe(401);
    const { client, answer } = await enter(nextCode(service, secret), { rememberMe: true });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.cookies)).not.toContain('remember_me');
    expect((await client.post('/api/auth/refresh', {})).status).toBe(200);
    client.cookies.delete('latchkey_session');
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('gets in by a backup code too, which is a second factor', async () => {
    const { enter, backupCodes } = await newKeeper();
    expect((await enter(backupCodes[0])).answer.status).toBe(200);
  });

  test('does not get in by the password alone', async () => {
    const { email, id } = await newKeeper();
    await setTwoFactor(service, id, false);
    const refused = await service.client().post('/api/auth/login', { email, password });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SSO_REQUIRED']);
    expect(await usesOf(email)).toEqual([]);
  });

  test('loses the session with the rank', async () => {
    const { id, organization, enter } = await newKeeper();
    const { client } = await enter();
    const { owner } = organization;
    await service.sql`UPDATE users SET password_hash = 'none', two_factor_enabled = true WHERE id = ${owner.id}`;
    const demoted = await owner.client.patch(`${current}/members/${id}`, { role: 'ADMIN' });
    expect(demoted.status).toBe(200);
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('passes a policy that allows only single sign-on, to change either', async () => {
    const { organization, enter, id } = await newKeeper();
    await organization.set({ required: false });
    // The OWNER who sets it signed in that way.
    const { owner } = organization;
    await organization.begin(owner.id);
    await setPolicy(owner.client, organizationPolicy, { signInMethods: ['sso'] });
    const { client: plain } = await enter();
    expect((await plain.get(current)).body.error.code).toBe('SIGN_IN_METHOD_NOT_ALLOWED');
    await organization.set({ required: true });
    const { client } = await enter();
    expect((await client.get(current)).status).toBe(200);
    const { version } = (await client.get(organizationPolicy)).body;
    const change = { version, policy: { idleMinutes: 600 } };
    expect((await client.patch(organizationPolicy, change)).status).toBe(200);
    // Where they are no OWNER, it opens nothing.
    const other = await newRequiring(service);
    await joins(service, id, other.id, 'ADMIN');
    await other.link(id);
    const there = await client.get(current, { headers: { 'x-organization-id': other.id } });
    expect([there.status, there.body.error.code]).toEqual([403, 'SSO_REQUIRED']);
  });
});

test('a sign-in that breaks no glass tells no one', async () => {
  const { email, id, organization, enter } = await newKeeper();
  await organization.set({ required: false });
  // Required of them only where they are no OWNER: they sign in for the other organization.
  const other = await newRequiring(service);
  await joins(service, id, other.id, 'ADMIN');
  await other.link(id);
  expect((await enter()).answer.status).toBe(200);
  expect(await usesOf(email)).toEqual([]);
  expect(await mailedTo(organization.owner.email)).toEqual([]);
  expect(await mailedTo(other.owner.email)).toEqual([]);
});

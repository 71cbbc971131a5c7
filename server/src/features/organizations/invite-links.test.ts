import { during } from '@latchkey/server/testing/during';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  type Person,
} from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { clientFor, newStaff, password, startService } from '@latchkey/server/testing/service';
import { moveAddress } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const invites = '/api/organizations/current/invites';
const resendPath = (id: string) => `${invites}/${id}/resend`;
const linkPath = (id: string) => `${invites}/${id}/link`;

let addresses = 0;
const fresh = () => `linked-${++addresses}@example.com`;
const open = async (token: string) => (await service.client().get(`/api/invites/${token}`)).status;
const accept = (person: Person, token: string) => person.client.post(`/api/invites/${token}/accept`);
const registerWith = (inviteToken: string, email: string) =>
  service.client().post('/api/auth/register', { email, password, inviteToken });
const isVerified = async ({ client }: Person) =>
  (await client.get('/api/auth/me')).body.user.emailVerified as boolean;
const subjects = async (email: string) => (await service.mails(email)).map(({ subject }) => subject);

/** Invites someone by mail only. */
async function mailTo(person: Person, email: string): Promise<{ id: string }> {
  const sent = await person.client.post(invites, { email, byMailOnly: true });
  expect([sent.status, sent.body.invite.token, sent.body.invite.url]).toEqual([201, undefined, undefined]);
  return sent.body.invite;
}

async function linkOf(person: Person, inviteId: string): Promise<string> {
  const made = await person.client.post(linkPath(inviteId));
  expect([made.status, made.text]).toEqual([201, made.text]);
  return made.body.invite.token;
}

describe('a link that was only mailed', () => {
  test('verifies the address that registers by it, which is not asked again', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    await mailTo(owner, email);
    const registered = await registerWith(await service.mailedToken(email), email);
    expect([registered.status, registered.body.user.emailVerified]).toEqual([201, true]);
    expect(await subjects(email)).toHaveLength(1);
  });

  test('verifies the address of an account that accepts by it', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    await mailTo(owner, loner.email);
    expect((await accept(loner, await service.mailedToken(loner.email))).status).toBe(200);
    expect(await isVerified(loner)).toBe(true);
    const actions = (await service.audit(loner.email)).map(({ action }) => action);
    expect(actions).toContain('SECURITY_EMAIL_VERIFIED');
  });

  test('verifies nothing for an API key or an impersonator, though they accept by it', async () => {
    const { owner } = await newOrganization(service);
    const byKey = await newLoner(service);
    await mailTo(owner, byKey.email);
    const { key } = await newKey(byKey.client, { permission: 'READ_WRITE' });
    const token = await service.mailedToken(byKey.email);
    expect((await keyClient(service, key).post(`/api/invites/${token}/accept`)).status).toBe(200);
    expect(await isVerified(byKey)).toBe(false);
    const impersonated = await newLoner(service);
    await mailTo(owner, impersonated.email);
    const admin = await newStaff(service, 'ADMIN');
    await admin.client.post('/api/admin/impersonate', { userId: impersonated.id });
    const other = await service.mailedToken(impersonated.email);
    expect((await admin.client.post(`/api/invites/${other}/accept`)).status).toBe(200);
    expect(await isVerified(impersonated)).toBe(false);
  });

  test('verifies nothing, and lets no one join, whose address moved meanwhile', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    await mailTo(owner, loner.email);
    const token = await service.mailedToken(loner.email);
    const moved = fresh();
    const refused = await during(
      service,
      (tx) => moveAddress({ sql: tx }, loner.id, moved),
      () => accept(loner, token),
    );
    expect([refused.status, refused.body.error.code]).toEqual([403, 'INVITE_EMAIL_MISMATCH']);
    const { user, organization } = (await loner.client.get('/api/auth/me')).body;
    expect([user.email, user.emailVerified, organization]).toEqual([moved, false, null]);
    expect(await open(token)).toBe(200);
  });

  test('still does after its inviter was shown another', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const { id } = await mailTo(owner, email);
    await linkOf(owner, id);
    const registered = await registerWith(await service.mailedToken(email), email);
    expect([registered.status, registered.body.user.emailVerified]).toEqual([201, true]);
  });

  test('ends when the other is used', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const { id } = await mailTo(owner, email);
    expect((await registerWith(await linkOf(owner, id), email)).status).toBe(201);
    expect(await open(await service.mailedToken(email))).toBe(404);
  });

  test('is in no response', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const created = await owner.client.post(invites, { email, byMailOnly: true });
    const { id } = created.body.invite;
    const answers = [created];
    service.clock.advance({ minutes: 61 });
    const again = await clientFor(service, owner.id);
    answers.push(await again.post(linkPath(id)), await again.post(resendPath(id)), await again.get(invites));
    answers.push(await again.get('/api/admin/audit-logs'));
    const mailed = (await service.mails(email)).map(
      ({ text }) => /\/invite\/([\w-]{43})/.exec(text ?? '')?.[1],
    );
    expect(mailed).toHaveLength(2);
    for (const { text } of answers) for (const token of mailed) expect(text).not.toContain(token);
  });
});

describe('a link that the inviter was shown', () => {
  test('does not verify a stranger’s address that the inviter registers with it', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const { token } = await inviteTo(owner, email);
    const registered = await registerWith(token, email);
    expect([registered.status, registered.body.user.emailVerified]).toEqual([201, false]);
    expect((await subjects(email)).at(-1)).toBe('Confirm your email address');
  });

  test('does not verify one either if the mail has the same', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const { token } = await inviteTo(owner, email);
    const mailed = await service.mailedToken(email);
    expect(mailed).toBe(token);
    expect((await registerWith(mailed, email)).body.user.emailVerified).toBe(false);
  });

  test('does not verify one either if it was made later, nor after the mail was opened', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const { id } = await mailTo(owner, email);
    const token = await linkOf(owner, id);
    expect(await open(await service.mailedToken(email))).toBe(200);
    expect((await registerWith(token, email)).body.user.emailVerified).toBe(false);
  });

  test('does not verify an account that accepts by it', async () => {
    const { owner } = await newOrganization(service);
    const squatter = await newLoner(service);
    const { id } = await inviteTo(owner, squatter.email);
    expect((await accept(squatter, await linkOf(owner, id))).status).toBe(200);
    expect(await isVerified(squatter)).toBe(false);
  });

  test('ends the earlier one, and counts its maker as the inviter', async () => {
    const { id: organizationId, owner } = await newOrganization(service);
    const admin = await newMember(service, organizationId, 'ADMIN');
    const email = fresh();
    const { id, token } = await inviteTo(owner, email);
    const made = await admin.client.post(linkPath(id));
    expect(made.body.invite).toMatchObject({
      id,
      email,
      url: `http://latchkey.test/invite/${made.body.invite.token}`,
    });
    expect([await open(token), await open(made.body.invite.token)]).toEqual([404, 200]);
    const [listed] = (await owner.client.get(invites)).body.invites;
    expect(listed.invitedBy.id).toBe(admin.id);
    const entry = (await service.audit(admin.email)).at(-1);
    expect(entry).toMatchObject({ action: 'ORG_INVITE_LINK_CREATED', organizationId });
    expect(entry?.metadata).toEqual({ inviteId: id, email, role: 'MEMBER' });
  });

  test('of an OWNER’s invitation is not shown to an ADMIN, who could become one by it', async () => {
    const { id: organizationId, owner } = await newOrganization(service);
    const admin = await newMember(service, organizationId, 'ADMIN');
    const { id } = await inviteTo(owner, fresh(), 'OWNER');
    for (const path of [linkPath(id), resendPath(id)]) {
      const refused = await admin.client.post(path);
      expect([refused.status, refused.body.error.code]).toEqual([403, 'ORGANIZATION_ROLE_TOO_LOW']);
    }
    expect((await service.mails((await owner.client.get(invites)).body.invites[0].email)).length).toBe(1);
  });

  test('ends with the role of the ADMIN who was shown it, although an OWNER sent the invitation', async () => {
    const { id: organizationId, owner } = await newOrganization(service);
    const admin = await newMember(service, organizationId, 'ADMIN');
    const { id } = await inviteTo(owner, fresh(), 'ADMIN');
    const token = await linkOf(admin, id);
    const demoted = await owner.client.patch(`/api/organizations/current/members/${admin.id}`, {
      role: 'MEMBER',
    });
    expect(demoted.status).toBe(200);
    expect(await open(token)).toBe(404);
  });

  test('is not made where only some domains may join: invitations go by mail there', async () => {
    const { owner } = await newOrganization(service);
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['mailed.example'] });
    const sent = await owner.client.post(invites, { email: 'ada@mailed.example' });
    const refused = await owner.client.post(linkPath(sent.body.invite.id));
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVITE_BY_MAIL_ONLY']);
    expect(await open(await service.mailedToken('ada@mailed.example'))).toBe(200);
  });

  test('is one of several made at once', async () => {
    const { owner } = await newOrganization(service);
    const { id } = await inviteTo(owner, fresh());
    const tokens = await Promise.all([1, 2, 3, 4].map(() => linkOf(owner, id)));
    const opened = await Promise.all(tokens.map(open));
    expect(opened.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('sending again', () => {
  test('mails a new link for seven days, which proves the mailbox, and ends the earlier ones', async () => {
    const { id: organizationId, owner } = await newOrganization(service);
    const admin = await newMember(service, organizationId, 'ADMIN');
    const email = fresh();
    const { id, token } = await inviteTo(owner, email);
    const first = await service.mailedToken(email);
    service.clock.advance({ days: 6 });
    const client = await clientFor(service, admin.id);
    const answer = await client.post(resendPath(id));
    expect(answer.status).toBe(200);
    expect(answer.body.invite).toEqual({
      id,
      email,
      role: 'MEMBER',
      roles: [],
      createdAt: expect.any(String),
      expiresAt: new Date(new Date(answer.body.invite.createdAt).getTime() + 7 * 86_400_000).toISOString(),
    });
    const second = await service.mailedToken(email);
    expect([await open(first), await open(token), await open(second)]).toEqual([404, 404, 200]);
    const [listed] = (await client.get(invites)).body.invites;
    expect(listed).toMatchObject({ id, invitedBy: { id: admin.id } });
    expect((await service.audit(admin.email)).at(-1)).toMatchObject({
      action: 'ORG_INVITE_RESENT',
      organizationId,
      metadata: { inviteId: id, email, role: 'MEMBER' },
    });
    expect((await registerWith(second, email)).body.user.emailVerified).toBe(true);
  });

  test('is limited as inviting is, and changes nothing past the limit', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const { id, token } = await inviteTo(owner, email);
    expect((await owner.client.post(resendPath(id))).status).toBe(200);
    const latest = await service.mailedToken(email);
    expect((await owner.client.post(resendPath(id))).status).toBe(429);
    expect([await open(token), await open(latest)]).toEqual([404, 200]);
    expect(await service.mails(email)).toHaveLength(2);
  });

  test('refuses an address that a policy excludes by now', async () => {
    const { owner } = await newOrganization(service);
    const { id } = await inviteTo(owner, fresh());
    await setPolicy(owner.client, organizationPolicy, { emailDomains: ['later.example'] });
    const refused = await owner.client.post(resendPath(id));
    expect([refused.status, refused.body.error.code]).toEqual([400, 'EMAIL_DOMAIN_NOT_ALLOWED']);
  });

  test('twice at once leaves one link', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const { id } = await inviteTo(owner, email);
    service.clock.advance({ minutes: 61 });
    const client = await clientFor(service, owner.id);
    await Promise.all([client.post(resendPath(id)), client.post(resendPath(id))]);
    const tokens = (await service.mails(email)).map(
      ({ text }) => /\/invite\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '',
    );
    expect(tokens).toHaveLength(3);
    expect((await Promise.all(tokens.map(open))).filter((status) => status === 200)).toHaveLength(1);
  });

  test('while the person joins does not bring the invitation back', async () => {
    const { owner } = await newOrganization(service);
    for (let round = 0; round < 4; round++) {
      const loner = await newLoner(service);
      const { id, token } = await inviteTo(owner, loner.email);
      const [joined, resent, linked] = await Promise.all([
        accept(loner, token),
        owner.client.post(resendPath(id)),
        owner.client.post(linkPath(id)),
      ]);
      expect([200, 404]).toContain(joined.status);
      const isOpen = (await owner.client.get(invites)).body.invites.some(
        (each: { id: string }) => each.id === id,
      );
      expect(isOpen).toBe(joined.status === 404);
      if (joined.status === 200) expect([resent.status, linked.status]).toContain(404);
    }
  });
});

test.each([
  ['sending again', resendPath],
  ['a link', linkPath],
])(
  '%s is 404 for another organization’s invitation, an expired and a canceled one, and 403 for a MEMBER',
  async (_what, path) => {
    const { id: organizationId, owner } = await newOrganization(service);
    const other = await newOrganization(service);
    const member = await newMember(service, organizationId, 'MEMBER');
    const [kept, canceled] = [await inviteTo(owner, fresh()), await inviteTo(owner, fresh())];
    await owner.client.delete(`${invites}/${canceled.id}`);
    expect((await other.owner.client.post(path(kept.id))).status).toBe(404);
    expect((await owner.client.post(path(canceled.id))).status).toBe(404);
    expect((await member.client.post(path(kept.id))).status).toBe(403);
    service.clock.advance({ days: 7 });
    const later = await clientFor(service, owner.id);
    expect((await later.post(path(kept.id))).status).toBe(404);
  },
);

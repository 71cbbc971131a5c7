import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  type Person,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const invites = '/api/organizations/current/invites';

let addresses = 0;
const fresh = () => `invited-${++addresses}@example.com`;
const open = (token: string) => service.client().get(`/api/invites/${token}`);
const accept = (person: Person, token: string) => person.client.post(`/api/invites/${token}/accept`);
const registerWith = (inviteToken: string, email: string) =>
  service.client().post('/api/auth/register', { email, password, inviteToken });

/** Moves the clock to a moment on one side of the expiry. */
function moveTo(expiresAt: string, seconds: number) {
  service.clock.advance({ ms: new Date(expiresAt).getTime() - service.clock.now().getTime(), seconds });
}

describe('opening the link', () => {
  test('shows anyone who has it what the invitation is about, and nothing more', async () => {
    const { owner, slug } = await newOrganization(service);
    const email = fresh();
    const invite = await inviteTo(owner, email, 'OWNER');
    const [inviter] = await service.sql`SELECT first_name, last_name FROM users WHERE id = ${owner.id}`;
    const answer = await open(invite.token);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        invite: {
          email,
          role: 'OWNER',
          expiresAt: invite.expiresAt,
          organization: { name: 'Acme', slug },
          invitedBy: { firstName: inviter?.firstName, lastName: inviter?.lastName },
        },
      },
    ]);
  });

  test.each(['unknown', 'a'.repeat(43), 'a'.repeat(999), '%00', "'%20OR%201=1", '..%2f..'])(
    'returns 404 for %j',
    async (token) => {
      const answer = await open(token);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test('returns 404 once the invitation has been used', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    const { token } = await inviteTo(owner, loner.email);
    expect((await accept(loner, token)).status).toBe(200);
    expect((await open(token)).status).toBe(404);
  });
});

describe('accepting', () => {
  test('joins with the invited role, uses up the invitation and is recorded under the organization', async () => {
    const { id, owner, slug } = await newOrganization(service);
    const loner = await newLoner(service);
    const invite = await inviteTo(owner, loner.email, 'ADMIN');
    const answer = await accept(loner, invite.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      message: 'You have joined Acme.',
      organization: {
        id,
        name: 'Acme',
        slug,
        role: 'ADMIN',
        memberCount: 2,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await standingOf(service, loner.id)).toEqual({ organizationId: id, organizationRole: 'ADMIN' });
    expect((await owner.client.get(invites)).body.invites).toEqual([]);
    expect((await accept(loner, invite.token)).status).toBe(404);
    expect(await service.audit(loner.email)).toMatchObject([
      { action: 'ORG_INVITE_ACCEPTED', organizationId: id, metadata: { inviteId: invite.id, role: 'ADMIN' } },
    ]);
  });

  test('is 409 for someone who has an organization, and the invitation stays open until they leave it, unless people may have several', async () => {
    const { severalOrganizations } = service.deps.config;
    const { id, owner } = await newOrganization(service);
    const elsewhere = await newOrganization(service);
    const person = await newMember(service, elsewhere.id, 'MEMBER');
    const { token } = await inviteTo(owner, person.email);
    const answer = await accept(person, token);
    const outcome = [answer.status, answer.body.error?.code, (await open(token)).status];
    expect(outcome).toEqual(severalOrganizations ? [200, undefined, 404] : [409, 'HAS_ORGANIZATION', 200]);
    await person.client.delete(`/api/organizations/current/members/${person.id}`);
    expect((await accept(person, token)).status).toBe(severalOrganizations ? 404 : 200);
    expect(await standingOf(service, person.id)).toEqual({ organizationId: id, organizationRole: 'MEMBER' });
  });

  test('is 403 INVITE_EMAIL_MISMATCH for anyone else, with or without an organization', async () => {
    const { id, owner } = await newOrganization(service);
    const [loner, busy] = [await newLoner(service), (await newOrganization(service)).owner];
    const { token } = await inviteTo(owner, fresh());
    for (const person of [loner, busy, owner]) {
      const answer = await accept(person, token);
      expect([answer.status, answer.body.error.code]).toEqual([403, 'INVITE_EMAIL_MISMATCH']);
      expect(answer.body.error.type).toBe('AUTHORIZATION_ERROR');
    }
    expect((await open(token)).status).toBe(200);
    expect((await standingOf(service, loner.id))?.organizationId).not.toBe(id);
  });

  test('is 404 for an unknown token', async () => {
    const answer = await accept(await newLoner(service), 'unknown');
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('needs a session and its CSRF token', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    const { token } = await inviteTo(owner, loner.email);
    expect((await service.client().post(`/api/invites/${token}/accept`)).status).toBe(401);
    const forged = await loner.client.post(`/api/invites/${token}/accept`, undefined, { csrf: false });
    expect([forged.status, forged.body.error.code]).toEqual([403, 'CSRF_INVALID']);
    expect((await standingOf(service, loner.id))?.organizationId).toBeNull();
  });

  test('grants the role of the invitation, even if the request asks for another', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    const { token } = await inviteTo(owner, loner.email);
    const answer = await loner.client.post(`/api/invites/${token}/accept`, { role: 'OWNER' });
    expect(answer.body.organization.role).toBe('MEMBER');
  });

  test('works for a MEMBER invitation whose sender was demoted or removed', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const [one, other] = [await newLoner(service), await newLoner(service)];
    const [first, second] = [await inviteTo(admin, one.email), await inviteTo(admin, other.email)];
    await owner.client.patch(`/api/organizations/current/members/${admin.id}`, { role: 'MEMBER' });
    expect((await accept(one, first.token)).body.organization.role).toBe('MEMBER');
    await owner.client.delete(`/api/organizations/current/members/${admin.id}`);
    expect((await accept(other, second.token)).status).toBe(200);
  });
});

describe('registering with an invitation', () => {
  test('joins with the invited role, uses up the invitation and is recorded under the organization', async () => {
    const { id, owner } = await newOrganization(service);
    const email = fresh();
    const invite = await inviteTo(owner, email, 'ADMIN');
    const answer = await registerWith(invite.token, email);
    expect(answer.status).toBe(201);
    expect(answer.body.user.organization).toMatchObject({ id, name: 'Acme', role: 'ADMIN' });
    expect((await open(invite.token)).status).toBe(404);
    expect((await service.audit(email)).at(-1)).toMatchObject({
      action: 'ORG_INVITE_ACCEPTED',
      organizationId: id,
      metadata: { inviteId: invite.id, role: 'ADMIN' },
    });
  });

  test('is refused for an address that has an account, and leaves the invitation open', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    const { token } = await inviteTo(owner, loner.email);
    const answer = await registerWith(token, loner.email);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect((await accept(loner, token)).status).toBe(200);
  });
});

describe('the seven-day limit of an invitation', () => {
  test('one second before the end, it can be opened and accepted', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    const { token, expiresAt } = await inviteTo(owner, loner.email);
    // By then their first session has ended: it is as old as the invitation.
    service.clock.advance({ days: 6 });
    const later = await clientFor(service, loner.id);
    moveTo(expiresAt, -1);
    expect((await open(token)).status).toBe(200);
    expect((await later.post(`/api/invites/${token}/accept`)).status).toBe(200);
  });

  test('at the exact end, opening and accepting return 410 and registering is refused', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    const email = fresh();
    const [accepting, registering] = [await inviteTo(owner, loner.email), await inviteTo(owner, email)];
    service.clock.advance({ days: 6 });
    const later = await clientFor(service, loner.id);
    await service.clock.hold(async () => {
      moveTo(accepting.expiresAt, 0);
      expect((await open(accepting.token)).status).toBe(410);
      expect((await later.post(`/api/invites/${accepting.token}/accept`)).status).toBe(410);
      moveTo(registering.expiresAt, 0);
      expect((await registerWith(registering.token, email)).status).toBe(400);
    });
  });

  test('one second after the end, opening and accepting return 410 and registering is refused', async () => {
    const { id, owner } = await newOrganization(service);
    const email = fresh();
    const { token, expiresAt } = await inviteTo(owner, email);
    moveTo(expiresAt, 1);
    const opened = await open(token);
    expect([opened.status, opened.body.error.code, opened.body.error.type]).toEqual([
      410,
      'INVITE_EXPIRED',
      'NOT_FOUND',
    ]);
    const registered = await registerWith(token, email);
    expect([registered.status, registered.body.error.code]).toEqual([400, 'INVITE_INVALID']);
    const loner = await newLoner(service, email);
    const accepted = await accept(loner, token);
    expect([accepted.status, accepted.body.error.code]).toEqual([410, 'INVITE_EXPIRED']);
    const admin = await newMember(service, id, 'ADMIN');
    expect((await admin.client.get(invites)).body.invites).toEqual([]);
  });

  test('an expired invitation does not block a new one, and stays unusable', async () => {
    const { id, owner } = await newOrganization(service);
    const email = fresh();
    const old = await inviteTo(owner, email, 'OWNER');
    moveTo(old.expiresAt, -1);
    const admin = await newMember(service, id, 'ADMIN');
    expect((await admin.client.post(invites, { email })).status).toBe(409);
    moveTo(old.expiresAt, 1);
    const renewed = await inviteTo(admin, email);
    expect(renewed.id).not.toBe(old.id);
    expect((await open(old.token)).status).toBe(404);
    expect((await open(renewed.token)).body.invite).toMatchObject({
      role: 'MEMBER',
      expiresAt: renewed.expiresAt,
    });
    expect((await admin.client.get(invites)).body.invites).toEqual([
      expect.objectContaining({ id: renewed.id, invitedBy: expect.objectContaining({ id: admin.id }) }),
    ]);
  });
});

test('no log line or audit entry contains a token, no matter how it was used', async () => {
  const { client } = await newUser(service);
  const email = fresh();
  const { token } = (await client.post(invites, { email })).body.invite;
  const loner = await newLoner(service);
  await open(token);
  await open(`${token}?x=${token}`);
  await accept(loner, token);
  await registerWith(token, email);
  await open(token);
  await service.client().send('PUT', `/api/invites/${token}`);
  await service.client().get(`/api/invites/${token}/unknown`);
  await service.mails(email);
  const kept = [...service.logged, JSON.stringify(await service.audit())];
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter((line) => line.includes(token))).toEqual([]);
});

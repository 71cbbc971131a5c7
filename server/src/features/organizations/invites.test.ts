import { createHash } from 'node:crypto';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { password, startService } from '@latchkey/server/testing/service';
import { deleteAccount } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const invites = '/api/organizations/current/invites';
const unknownId = '01890000-0000-7000-8000-00000000abcd';

let addresses = 0;
const fresh = () => `invited-${++addresses}@example.com`;
const open = (token: string) => service.client().get(`/api/invites/${token}`);
const registerWith = (inviteToken: string, email: string) =>
  service.client().post('/api/auth/register', { email, password, inviteToken });

describe('inviting', () => {
  test('returns the invitation with its link, which the list does not show', async () => {
    const { owner } = await newOrganization(service);
    const email = fresh();
    const answer = await owner.client.post(invites, { email: ` ${email.toUpperCase()} `, role: 'ADMIN' });
    expect(answer.status).toBe(201);
    const { invite } = answer.body;
    expect(invite).toEqual({
      id: expect.any(String),
      email,
      role: 'ADMIN',
      roles: [],
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      expiresAt: new Date(new Date(invite.createdAt).getTime() + 7 * 86_400_000).toISOString(),
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `http://latchkey.test/invite/${invite.token}`,
    });
    const listed = await owner.client.get(invites);
    expect(listed.text).not.toContain(invite.token);
  });

  test('without a role defaults to MEMBER', async () => {
    const { owner } = await newOrganization(service);
    expect((await owner.client.post(invites, { email: fresh() })).body.invite.role).toBe('MEMBER');
  });

  test('emails the link, and names the inviter and the organization', async () => {
    const { owner } = await newOrganization(service, 'Mailing & Co');
    const email = fresh();
    const { token } = await inviteTo(owner, email);
    expect(await service.mailedToken(email)).toBe(token);
    const [mail] = await service.mails(email);
    const [inviter] = await service.sql`SELECT first_name, last_name FROM users WHERE id = ${owner.id}`;
    expect(mail?.subject).toBe(`${inviter?.firstName} ${inviter?.lastName} invited you to Mailing & Co`);
    const [row] = await service.sql`SELECT type, user_id FROM emails WHERE to_address = ${email}`;
    expect(row).toEqual({ type: 'invite', userId: null });
  });

  test('names an inviter who has no name by their email', async () => {
    const { owner } = await newOrganization(service);
    await service.sql`UPDATE users SET first_name = NULL, last_name = NULL WHERE id = ${owner.id}`;
    const email = fresh();
    await inviteTo(owner, email);
    expect((await service.mails(email))[0]?.subject).toBe(`${owner.email} invited you to Acme`);
  });

  test('is recorded under the organization, without the token', async () => {
    const { id, owner } = await newOrganization(service);
    const email = fresh();
    const invite = await inviteTo(owner, email, 'ADMIN');
    const entry = (await service.audit(owner.email)).at(-1);
    expect(entry).toMatchObject({ action: 'ORG_INVITE_CREATED', category: 'admin', organizationId: id });
    expect(entry?.metadata).toEqual({ inviteId: invite.id, email, role: 'ADMIN' });
    const [event] = await service.sql<
      { body: unknown }[]
    >`SELECT body FROM events WHERE organization_id = ${id}`;
    expect(event).toBeDefined();
    expect(JSON.stringify([entry, event])).not.toContain(invite.token);
  });

  test.each([false, true])(
    'stores the token only as its SHA-256 hash (by mail only: %s)',
    async (byMailOnly) => {
      const { id, owner } = await newOrganization(service);
      const email = fresh();
      await owner.client.post(invites, { email, byMailOnly });
      const token = await service.mailedToken(email);
      const [row] = await service.sql<{ tokenHash: Buffer; linkHash: Buffer; row: object }[]>`
      SELECT token_hash, link_hash, to_jsonb(i) AS row FROM organization_invites i WHERE organization_id = ${id}`;
      const hash = createHash('sha256').update(token).digest();
      expect(byMailOnly ? row?.tokenHash : row?.linkHash).toEqual(hash);
      expect(byMailOnly ? row?.linkHash : row?.tokenHash).not.toEqual(hash);
      expect(JSON.stringify(row)).not.toContain(token);
    },
  );

  test('is 409 for someone who is already a member', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    for (const email of [member.email, owner.email, member.email.toUpperCase()]) {
      const answer = await owner.client.post(invites, { email });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'ALREADY_MEMBER']);
    }
  });

  test('is 409 for someone already invited, sends no second email and leaves the first link working', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const email = fresh();
    const { token } = await inviteTo(owner, email);
    const answer = await admin.client.post(invites, { email, role: 'ADMIN' });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'ALREADY_INVITED']);
    expect(await service.mails(email)).toHaveLength(1);
    expect((await open(token)).body.invite.role).toBe('MEMBER');
  });

  test('two organizations may invite the same person', async () => {
    const [one, other] = [await newOrganization(service), await newOrganization(service)];
    const email = fresh();
    await inviteTo(one.owner, email);
    expect((await other.owner.client.post(invites, { email })).status).toBe(201);
  });

  test('a member of another organization looks to the inviter like someone without an account', async () => {
    const { owner } = await newOrganization(service);
    const shownFor = async (email: string) => {
      const invited = await owner.client.post(invites, { email });
      const { id, token } = invited.body.invite;
      const listed = (await owner.client.get(invites)).body.invites.find(
        (each: { id: string }) => each.id === id,
      );
      const opened = await open(token);
      return JSON.stringify([invited.status, invited.body, listed, opened.status, opened.body])
        .replaceAll(email, 'EMAIL')
        .replaceAll(id, 'ID')
        .replaceAll(token, 'TOKEN')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    };
    const member = await shownFor((await newOrganization(service)).owner.email);
    expect(member).toMatch(/^\[201,/);
    expect(member).toBe(await shownFor(fresh()));
  });

  test('does not let an ADMIN invite an OWNER, and sends no email', async () => {
    const { id } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const email = fresh();
    const answer = await admin.client.post(invites, { email, role: 'OWNER' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'ORGANIZATION_ROLE_TOO_LOW']);
    expect(await service.mails(email)).toEqual([]);
  });

  test.each([
    [{}, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@example.com, b@example.com' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ email: ['a@example.com'] }, 'email'],
    [{ email: 'a@example.com', role: 'ROOT' }, 'role'],
    [{ email: 'a@example.com', role: null }, 'role'],
  ])('refuses %j', async (body, field) => {
    const { owner } = await newOrganization(service);
    const answer = await owner.client.post(invites, body);
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, [field]]);
  });

  test('ignores a token, expiry or organization sent by the caller', async () => {
    const { id, owner } = await newOrganization(service);
    const other = await newOrganization(service);
    const email = fresh();
    const body = { email, token: 'known', expiresAt: '2999-01-01T00:00:00.000Z', organizationId: other.id };
    const { invite } = (await owner.client.post(invites, body)).body;
    expect(invite.token).not.toBe('known');
    expect(invite.expiresAt < '2999').toBe(true);
    const rows = await service.sql`SELECT organization_id FROM organization_invites WHERE email = ${email}`;
    expect(rows).toEqual([{ organizationId: id }]);
  });
});

describe('with an API key', () => {
  test.each([
    ['OWNER', { MEMBER: 201, ADMIN: 201, OWNER: 201 }, 200],
    ['ADMIN', { MEMBER: 201, ADMIN: 201, OWNER: 403 }, 200],
    ['MEMBER', { MEMBER: 403, ADMIN: 403, OWNER: 403 }, 403],
  ] as const)(
    'of an %s, READ_WRITE invites whom they may, and READ_ONLY only lists',
    async (role, may, lists) => {
      const { id } = await newOrganization(service);
      const { client } = await newMember(service, id, role);
      const writing = keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key);
      const reading = keyClient(service, (await newKey(client)).key);
      for (const [invited, status] of Object.entries(may)) {
        expect((await writing.post(invites, { email: fresh(), role: invited })).status).toBe(status);
        const refused = await reading.post(invites, { email: fresh(), role: invited });
        expect([refused.status, refused.body.error.code]).toEqual([403, 'API_KEY_READ_ONLY']);
      }
      for (const key of [writing, reading]) expect((await key.get(invites)).status).toBe(lists);
    },
  );
});

describe('the list', () => {
  test('shows pending invitations, newest first, with who sent them', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const [first, second] = [fresh(), fresh()];
    await inviteTo(owner, first);
    service.clock.advance({ seconds: 1 });
    await inviteTo(admin, second, 'ADMIN');
    await inviteTo((await newOrganization(service)).owner, fresh());
    const answer = await admin.client.get(invites);
    expect(answer.status).toBe(200);
    expect(answer.body.invites).toEqual([
      {
        id: expect.any(String),
        email: second,
        role: 'ADMIN',
        roles: [],
        expiresAt: expect.any(String),
        createdAt: expect.any(String),
        invitedBy: {
          id: admin.id,
          email: admin.email,
          firstName: expect.any(String),
          lastName: expect.any(String),
        },
      },
      expect.objectContaining({ email: first, invitedBy: expect.objectContaining({ id: owner.id }) }),
    ]);
  });

  test('is searched by a part of the email, which is taken literally', async () => {
    const { owner } = await newOrganization(service);
    for (const email of ['sue.ann@search.example', 'SueBob@search.example', 'carl_1@search.example'])
      expect((await owner.client.post(invites, { email })).status).toBe(201);
    await inviteTo((await newOrganization(service)).owner, 'sue.elsewhere@search.example');
    const found = async (search: string) => {
      const { body } = await owner.client.get(`${invites}?search=${encodeURIComponent(search)}`);
      expect(body.pagination.total).toBe(body.invites.length);
      return body.invites.map(({ email }: { email: string }) => email).sort();
    };
    expect(await found(' SUE ')).toEqual(['sue.ann@search.example', 'suebob@search.example']);
    expect(await found('_')).toEqual(['carl_1@search.example']);
    expect(await found('%')).toEqual([]);
    expect(await found('')).toHaveLength(3);
    expect((await owner.client.get(`${invites}?search=${'a'.repeat(256)}`)).status).toBe(400);
  });

  test('has pages of 100 at most, each invitation on one of them', async () => {
    const { id: organizationId, owner } = await newOrganization(service);
    const sent = Array.from({ length: 103 }, () => uuidv7()).reverse();
    await service.sql`
      INSERT INTO organization_invites
        (id, organization_id, invited_by_id, email, role, token_hash, expires_at, created_at)
      SELECT id, ${organizationId}, ${owner.id}, 'invited-' || id || '@example.com', 'MEMBER',
             sha256(convert_to(id::text, 'UTF8')), now() + interval '1 day', now()
        FROM unnest(${sent}::uuid[]) AS id`;
    const first = await owner.client.get(invites);
    expect(first.body.pagination).toEqual({
      page: 1,
      limit: 100,
      total: 103,
      totalPages: 2,
      hasNextPage: true,
      hasPrevPage: false,
    });
    const second = await owner.client.get(`${invites}?page=2`);
    const idsOf = ({ body }: typeof first) => body.invites.map(({ id }: { id: string }) => id);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(sent);
    const small = await owner.client.get(`${invites}?page=2&limit=10`);
    expect(idsOf(small)).toEqual(sent.slice(10, 20));
    expect((await owner.client.get(`${invites}?limit=1000`)).body.pagination.limit).toBe(100);
    expect((await owner.client.get(`${invites}?page=3`)).body.invites).toEqual([]);
    for (const query of ['page=0', 'page=-1', 'page=x', 'limit=0', 'limit=1.5'])
      expect((await owner.client.get(`${invites}?${query}`)).status).toBe(400);
  });

  test('shows no inviter once their account is deleted, and the invitation still works', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const email = fresh();
    const { token } = await inviteTo(admin, email);
    await deleteAccount(service, admin.id);
    expect((await owner.client.get(invites)).body.invites).toEqual([
      expect.objectContaining({ email, invitedBy: null }),
    ]);
    expect((await open(token)).body.invite.invitedBy).toBeNull();
    expect((await registerWith(token, email)).status).toBe(201);
  });

  test('is 403 for a MEMBER', async () => {
    const { id } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    expect((await member.client.get(invites)).status).toBe(403);
  });
});

describe('canceling', () => {
  test('ends the link, allows a new invitation and is recorded', async () => {
    const { id, owner } = await newOrganization(service);
    const email = fresh();
    const invite = await inviteTo(owner, email);
    const answer = await owner.client.delete(`${invites}/${invite.id}`);
    expect([answer.status, answer.body]).toEqual([200, { message: 'The invitation is canceled.' }]);
    expect((await open(invite.token)).status).toBe(404);
    const refused = await registerWith(invite.token, email);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'INVITE_INVALID']);
    expect((await owner.client.get(invites)).body.invites).toEqual([]);
    expect((await service.audit(owner.email)).at(-1)).toMatchObject({
      action: 'ORG_INVITE_CANCELLED',
      organizationId: id,
      metadata: { inviteId: invite.id, email, role: 'MEMBER' },
    });
    expect((await owner.client.post(invites, { email })).status).toBe(201);
  });

  test("is 404 for another organization's invitation, an unknown id and a malformed id", async () => {
    const { owner } = await newOrganization(service);
    const other = await newOrganization(service);
    const foreign = await inviteTo(other.owner, fresh());
    for (const id of [foreign.id, unknownId, 'nothing']) {
      const answer = await owner.client.delete(`${invites}/${id}`);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await open(foreign.token)).status).toBe(200);
  });

  test('is 404 the second time', async () => {
    const { owner } = await newOrganization(service);
    const { id } = await inviteTo(owner, fresh());
    expect((await owner.client.delete(`${invites}/${id}`)).status).toBe(200);
    expect((await owner.client.delete(`${invites}/${id}`)).status).toBe(404);
  });

  test('is 403 for a MEMBER, whether or not the id exists', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    const invite = await inviteTo(owner, fresh());
    for (const target of [invite.id, unknownId])
      expect((await member.client.delete(`${invites}/${target}`)).status).toBe(403);
  });
});

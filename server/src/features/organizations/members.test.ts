import { started } from '@latchkey/server/testing/lifetime';
import {
  act,
  actions,
  newLoner,
  newMember,
  newOrganization,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { deactivate, makeAdmin } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const members = '/api/organizations/current/members';
const invites = '/api/organizations/current/invites';
const unknownId = '01890000-0000-7000-8000-00000000abcd';

describe('the list', () => {
  test('shows a MEMBER everyone in their organization, and nothing more', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    await newOrganization(service);
    const answer = await member.client.get(members);
    expect(answer.status).toBe(200);
    expect(answer.body.members).toEqual([
      {
        id: owner.id,
        email: owner.email,
        username: null,
        firstName: expect.any(String),
        lastName: expect.any(String),
        organizationRole: 'OWNER',
        roles: [],
        isActive: true,
        lastLoginAt: null,
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
      expect.objectContaining({ id: member.id, organizationRole: 'MEMBER' }),
    ]);
    expect(answer.body.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 2,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
    });
  });

  test('shows everyone exactly once across its pages, in a fixed order', async () => {
    const { id, owner } = await newOrganization(service);
    const others = [];
    for (let nth = 0; nth < 6; nth++) others.push(await newMember(service, id, 'MEMBER'));
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await owner.client.get(`${members}?page=${page}&limit=3`);
      seen.push(...body.members.map((member: { id: string }) => member.id));
      expect(body.pagination).toMatchObject({
        page,
        limit: 3,
        total: 7,
        totalPages: 3,
        hasNextPage: page < 3,
      });
    }
    expect(seen).toEqual([owner.id, ...others.map((person) => person.id)]);
  });

  test('is empty past the last page, no matter how far', async () => {
    const { owner } = await newOrganization(service);
    for (const page of [2, 999_999_999]) {
      const { status, body } = await owner.client.get(`${members}?page=${page}&limit=100`);
      expect([status, body.members]).toEqual([200, []]);
      expect(body.pagination).toMatchObject({ page, total: 1, hasNextPage: false, hasPrevPage: true });
    }
  });

  test('clamps a limit above 100, and refuses a limit or page that is not a positive integer', async () => {
    const { owner } = await newOrganization(service);
    expect((await owner.client.get(`${members}?limit=101`)).body.pagination.limit).toBe(100);
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=x',
      'limit=1.5',
      'page=0',
      'page=-1',
      'page=',
      'page=1&page=2',
    ])
      expect([query, (await owner.client.get(`${members}?${query}`)).status]).toEqual([query, 400]);
  });

  test('is searched by a part of a name, email or username, in this organization alone', async () => {
    const { id, owner } = await newOrganization(service);
    const [ann, bob] = [await newMember(service, id, 'MEMBER'), await newMember(service, id, 'MEMBER')];
    const other = await newOrganization(service);
    await owner.client.post('/api/users/profile', { firstName: 'Quirin' });
    await ann.client.post('/api/users/profile', { lastName: 'Quirinale' });
    await bob.client.post('/api/users/profile', { username: 'quirky_bob' });
    await other.owner.client.post('/api/users/profile', { firstName: 'Quirin' });
    const found = async (search: string) => {
      const { body } = await bob.client.get(
        `/api/organizations/current/members?search=${encodeURIComponent(search)}`,
      );
      expect(body.pagination.total).toBe(body.members.length);
      return body.members.map((member: { id: string }) => member.id);
    };
    expect(await found(' QUIR ')).toEqual([owner.id, ann.id, bob.id]);
    expect(await found('quirin')).toEqual([owner.id, ann.id]);
    expect(await found('y_b')).toEqual([bob.id]);
    expect(await found(ann.email)).toEqual([ann.id]);
    expect(await found('%')).toEqual([]);
    expect(await found(other.owner.email)).toEqual([]);
  });
});

describe('changing a role', () => {
  test('returns the member, takes effect on their next request and is recorded under the organization', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    expect((await member.client.get(invites)).status).toBe(403);
    const answer = await owner.client.patch(`${members}/${member.id}`, { role: 'ADMIN' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      member: expect.objectContaining({ id: member.id, email: member.email, organizationRole: 'ADMIN' }),
    });
    expect((await member.client.get(invites)).status).toBe(200);
    expect((await service.audit(owner.email)).at(-1)).toMatchObject({
      action: 'ORG_MEMBER_ROLE_CHANGED',
      organizationId: id,
      metadata: { targetUserId: member.id, from: 'MEMBER', to: 'ADMIN' },
    });
  });

  test('is 403 for an ADMIN who demotes an OWNER or promotes themselves to OWNER', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    for (const [target, role] of [
      [owner.id, 'MEMBER'],
      [admin.id, 'OWNER'],
    ] as const) {
      const answer = await admin.client.patch(`${members}/${target}`, { role });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'ORGANIZATION_ROLE_TOO_LOW']);
    }
  });

  test('to the one a member already has records no event', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    for (const [person, role] of [
      [member, 'MEMBER'],
      [owner, 'OWNER'],
    ] as const)
      expect((await owner.client.patch(`${members}/${person.id}`, { role })).status).toBe(200);
    expect(await service.audit(owner.email)).toEqual([]);
  });

  test.each([{}, { role: 'owner' }, { role: 'USER' }, { role: null }, { role: ['OWNER'] }])(
    'refuses %j',
    async (body) => {
      const { id, owner } = await newOrganization(service);
      const member = await newMember(service, id, 'MEMBER');
      const answer = await owner.client.patch(`${members}/${member.id}`, body);
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, ['role']]);
    },
  );

  test('ignores every field except the role', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    const body = { role: 'ADMIN', email: 'evil@example.com', isActive: false, organizationId: unknownId };
    const { body: answer } = await owner.client.patch(`${members}/${member.id}`, body);
    expect(answer.member).toMatchObject({ email: member.email, isActive: true, organizationRole: 'ADMIN' });
    expect(await standingOf(service, member.id)).toEqual({ organizationId: id, organizationRole: 'ADMIN' });
  });
});

describe('removing a member', () => {
  test('is recorded as a removal, or as a departure when they remove themselves', async () => {
    const { id, owner } = await newOrganization(service);
    const [removed, leaver] = [
      await newMember(service, id, 'MEMBER'),
      await newMember(service, id, 'MEMBER'),
    ];
    const removal = await owner.client.delete(`${members}/${removed.id}`);
    expect([removal.status, removal.body]).toEqual([200, { message: 'The member is removed.' }]);
    const departure = await leaver.client.delete(`${members}/${leaver.id}`);
    expect([departure.status, departure.body]).toEqual([200, { message: 'You have left the organization.' }]);
    expect((await service.audit(owner.email)).at(-1)).toMatchObject({
      action: 'ORG_MEMBER_REMOVED',
      organizationId: id,
      metadata: { targetUserId: removed.id, left: false },
    });
    expect((await service.audit(leaver.email)).at(-1)).toMatchObject({
      action: 'ORG_MEMBER_REMOVED',
      organizationId: id,
      metadata: { targetUserId: leaver.id, left: true },
    });
    expect((await owner.client.get(members)).body.pagination.total).toBe(1);
  });

  test('is 403 for a MEMBER who names someone else, whether or not that user exists', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    for (const target of [owner.id, unknownId]) {
      const answer = await member.client.delete(`${members}/${target}`);
      expect([answer.status, answer.body.error.code]).toEqual([403, 'ORGANIZATION_ROLE_TOO_LOW']);
    }
  });

  test('is 404 the second time', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    expect((await owner.client.delete(`${members}/${member.id}`)).status).toBe(200);
    expect((await owner.client.delete(`${members}/${member.id}`)).status).toBe(404);
  });

  test('keeps them signed in, without the organization and their role in it', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    await owner.client.delete(`${members}/${admin.id}`);
    const me = await admin.client.get('/api/auth/me');
    expect([me.status, me.body.organization, me.body.user.organizationRole]).toEqual([200, null, 'MEMBER']);
    expect((await admin.client.post('/api/organizations', { name: 'Anew' })).status).toBe(201);
  });
});

describe('the last OWNER', () => {
  test.each(['remove', 'ADMIN', 'MEMBER'] as const)(
    'cannot step down (%s), alone or with other members',
    async (action) => {
      const { id, owner } = await newOrganization(service);
      for (const setting of ['alone', 'with others']) {
        if (setting === 'with others') await newMember(service, id, 'ADMIN');
        const answer = await act(owner.client, owner.id, action);
        expect([setting, answer.status, answer.body.error.code]).toEqual([setting, 409, 'LAST_OWNER']);
      }
      expect(await standingOf(service, owner.id)).toEqual({ organizationId: id, organizationRole: 'OWNER' });
      expect(await service.audit(owner.email)).toEqual([]);
    },
  );

  test.each(['remove', 'ADMIN'] as const)(
    'can step down (%s) once there is another OWNER',
    async (action) => {
      const { id, owner } = await newOrganization(service);
      const heir = await newMember(service, id, 'MEMBER');
      expect((await act(owner.client, heir.id, 'OWNER')).status).toBe(200);
      expect((await act(owner.client, owner.id, action)).status).toBe(200);
      const answer = await act(heir.client, heir.id, action);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'LAST_OWNER']);
    },
  );

  test.each(['remove', 'ADMIN'] as const)(
    'cannot leave only a deactivated OWNER behind (%s), but can remove that one',
    async (action) => {
      const { id, owner } = await newOrganization(service);
      const second = await newMember(service, id, 'OWNER');
      await deactivate(service, second.id);
      const answer = await act(owner.client, owner.id, action);
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'LAST_OWNER']);
      expect((await act(owner.client, second.id, action)).status).toBe(200);
    },
  );
});

describe('across tenants', () => {
  test('404 for a member of another organization, a user without one, an unknown id and a malformed id', async () => {
    const { owner } = await newOrganization(service);
    const other = await newOrganization(service);
    const stranger = await newMember(service, other.id, 'MEMBER');
    const loner = await newLoner(service);
    for (const action of actions) {
      for (const id of [stranger.id, other.owner.id, loner.id, unknownId, 'nothing', '1%00']) {
        const answer = await act(owner.client, id, action);
        expect([action, id, answer.status, answer.body.error.code]).toEqual([action, id, 404, 'NOT_FOUND']);
      }
      expect(await standingOf(service, stranger.id)).toEqual({
        organizationId: other.id,
        organizationRole: 'MEMBER',
      });
      expect(await standingOf(service, loner.id)).toEqual({
        organizationId: null,
        organizationRole: 'MEMBER',
      });
    }
  });

  test('a system ADMIN acts only within their own organization', async () => {
    const other = await newOrganization(service);
    const { owner } = await newOrganization(service);
    await makeAdmin(service, owner.id);
    for (const action of actions) expect((await act(owner.client, other.owner.id, action)).status).toBe(404);
  });
});

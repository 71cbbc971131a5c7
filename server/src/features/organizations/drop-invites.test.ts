import { randomBytes } from 'node:crypto';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  type Person,
} from '@latchkey/server/testing/organizations';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertInvite } from '../../identity/memberships/invite-store.ts';
import { lockOrganization } from '../../identity/memberships/organization-store.ts';

const service = started(startService);
let root: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  root = await newStaff(service, 'ADMIN');
});

const memberPath = (id: string) => `/api/organizations/current/members/${id}`;
const open = (token: string) => service.client().get(`/api/invites/${token}`);

/** An organization in which a member other than the owner has invited one person to each role they may grant. */
async function newInviter(role: 'ADMIN' | 'OWNER' = 'OWNER') {
  const organization = await newOrganization(service);
  const inviter = await newMember(service, organization.id, role);
  const [asMember, asAdmin] = [await newLoner(service), await newLoner(service)];
  const invites = {
    member: await inviteTo(inviter, asMember.email),
    admin: await inviteTo(inviter, asAdmin.email, 'ADMIN'),
  };
  return { ...organization, inviter, invites, asMember, asAdmin };
}

type Scene = Awaited<ReturnType<typeof newInviter>>;

const endings: [what: string, reason: string, end: (scene: Scene) => Promise<{ status: number }>][] = [
  ['is removed', 'inviter_removed', ({ owner, inviter }) => owner.client.delete(memberPath(inviter.id))],
  ['leaves', 'inviter_left', ({ inviter }) => inviter.client.delete(memberPath(inviter.id))],
  [
    'is demoted to MEMBER',
    'inviter_demoted',
    ({ owner, inviter }) => owner.client.patch(memberPath(inviter.id), { role: 'MEMBER' }),
  ],
  [
    'is demoted to ADMIN',
    'inviter_demoted',
    ({ owner, inviter }) => owner.client.patch(memberPath(inviter.id), { role: 'ADMIN' }),
  ],
  [
    'demotes themselves',
    'inviter_demoted',
    ({ inviter }) => inviter.client.patch(memberPath(inviter.id.toUpperCase()), { role: 'ADMIN' }),
  ],
  [
    'is deactivated',
    'inviter_deactivated',
    ({ inviter }) => root.client.post(`/api/users/${inviter.id}/deactivate`),
  ],
  [
    'is deactivated by PUT',
    'inviter_deactivated',
    ({ inviter }) => root.client.put(`/api/users/${inviter.id}`, { isActive: false, firstName: 'Gone' }),
  ],
  ['is deleted', 'inviter_deleted', ({ inviter }) => root.client.delete(`/api/users/${inviter.id}`)],
];

describe.each(endings)('when the sender %s', (_what, reason, end) => {
  test('an open invitation above MEMBER is canceled, and the audit log says why', async () => {
    const scene = await newInviter();
    expect((await end(scene)).status).toBe(200);
    expect((await open(scene.invites.admin.token)).status).toBe(404);
    const accepted = await scene.asAdmin.client.post(`/api/invites/${scene.invites.admin.token}/accept`);
    expect(accepted.status).toBe(404);
    const entries = (await service.audit()).filter(
      ({ action, organizationId }) => action === 'ORG_INVITE_CANCELLED' && organizationId === scene.id,
    );
    expect(entries.map(({ metadata }) => metadata)).toEqual([
      {
        inviteId: scene.invites.admin.id,
        email: scene.asAdmin.email,
        role: 'ADMIN',
        reason,
        invitedById: scene.inviter.id,
      },
    ]);
  });

  test('a MEMBER invitation and invitations sent by others stay valid', async () => {
    const scene = await newInviter();
    const theirs = await inviteTo(scene.owner, (await newLoner(service)).email, 'OWNER');
    expect((await end(scene)).status).toBe(200);
    expect((await open(theirs.token)).status).toBe(200);
    const accepted = await scene.asMember.client.post(`/api/invites/${scene.invites.member.token}/accept`);
    expect(accepted.status).toBe(200);
  });
});

test('an invitation stays valid when its sender is promoted or keeps their role', async () => {
  const scene = await newInviter('ADMIN');
  for (const role of ['ADMIN', 'OWNER'])
    expect((await scene.owner.client.patch(memberPath(scene.inviter.id), { role })).status).toBe(200);
  expect((await open(scene.invites.admin.token)).status).toBe(200);
});

describe.each([
  ['by POST', ({ id }: Person) => root.client.post(`/api/users/${id}/deactivate`)],
  ['by PUT', ({ id }: Person) => root.client.put(`/api/users/${id}`, { isActive: false })],
])('while the sender is being deactivated %s', (_how, deactivated) => {
  test('the deactivation waits for an invitation in progress, and cancels it', async () => {
    const { id, owner } = await newOrganization(service);
    const inviter = await newMember(service, id, 'ADMIN');
    const now = service.clock.now();
    const invite = {
      id: uuidv7(),
      organizationId: id,
      invitedById: inviter.id,
      email: `late-${inviter.email}`,
      role: 'ADMIN' as const,
      tokenHash: randomBytes(32),
      linkHash: null,
      roleIds: [],
      expiresAt: new Date(now.getTime() + 60_000),
      createdAt: now,
    };
    const answer = await during(
      service,
      async (tx) => {
        await lockOrganization(tx, id);
        await insertInvite(tx, invite);
      },
      () => deactivated(inviter),
    );
    expect(answer.status).toBe(200);
    expect((await owner.client.get('/api/organizations/current/invites')).body.invites).toEqual([]);
  });

  test('an invitation above MEMBER sent at the same time does not survive', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, owner } = await newOrganization(service);
      const inviter = await newMember(service, id, 'ADMIN');
      const { email } = await newLoner(service);
      const [invited] = await Promise.all([
        inviter.client.post('/api/organizations/current/invites', { email, role: 'ADMIN' }),
        deactivated(inviter),
      ]);
      expect([201, 401, 404]).toContain(invited.status);
      expect((await owner.client.get('/api/organizations/current/invites')).body.invites).toEqual([]);
    }
  });

  test('an invitation accepted at the same time is either used or canceled, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await newOrganization(service);
      const inviter = await newMember(service, id, 'ADMIN');
      const invited = await newLoner(service);
      const { token } = await inviteTo(inviter, invited.email, 'ADMIN');
      const [accepted] = await Promise.all([
        invited.client.post(`/api/invites/${token}/accept`),
        deactivated(inviter),
      ]);
      const ends = (await service.audit()).filter(
        ({ action, organizationId }) =>
          organizationId === id && /^ORG_INVITE_(ACCEPTED|CANCELLED)$/.test(action),
      );
      expect(ends.map(({ action }) => action)).toEqual([
        accepted.status === 200 ? 'ORG_INVITE_ACCEPTED' : 'ORG_INVITE_CANCELLED',
      ]);
    }
  });
});

test('a member deactivated while their request waits for the organization sends no invitation', async () => {
  const { id, owner } = await newOrganization(service);
  const inviter = await newMember(service, id, 'ADMIN');
  const { email } = await newLoner(service);
  const answer = await during(
    service,
    async (tx) => {
      await tx`SELECT 1 FROM organizations WHERE id = ${id} FOR UPDATE`;
      await tx`UPDATE users SET is_active = false WHERE id = ${inviter.id}`;
    },
    () => inviter.client.post('/api/organizations/current/invites', { email, role: 'ADMIN' }),
  );
  expect([401, 404]).toContain(answer.status);
  expect((await owner.client.get('/api/organizations/current/invites')).body.invites).toEqual([]);
});

import { type Endpoint, endpoints, type OrganizationRole, type Permission } from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { startService } from '@latchkey/server/testing/service';
import { sessionRows, setTwoFactor } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let home: Awaited<ReturnType<typeof newOrganization>>;
let foreign: Awaited<ReturnType<typeof newOrganization>>;
beforeAll(async () => {
  [home, foreign] = [await newOrganization(service), await newOrganization(service)];
});

type Act = (client: Client, userId: string) => Promise<Answer>;
type Outcome = readonly [status: number, code: string | undefined];
type Route = { route: string; by: Permission; act: Act; never?: true | 'declared'; own?: Outcome };

const done: Outcome = [200, undefined];
const denied: Outcome = [403, 'PERMISSION_DENIED'];
const hidden: Outcome = [404, 'NOT_FOUND'];
const ownAccount: Outcome = [403, 'OWN_ACCOUNT'];

/**
 * Every request by which a permission reaches another user, written by hand. `never`: needs users:read at any rank;
 * `declared` if that is refused before the user is looked for, so that it tells nothing.
 * `own`: what the holder is told about their own account, where people may do some of this without a permission.
 */
const routes: Route[] = [
  {
    route: 'POST /api/users/:id/activate',
    by: 'users:write',
    act: (by, id) => by.post(`/api/users/${id}/activate`),
  },
  {
    route: 'POST /api/users/:id/deactivate',
    by: 'users:write',
    act: (by, id) => by.post(`/api/users/${id}/deactivate`),
    own: ownAccount,
  },
  {
    route: 'POST /api/users/:id/unlock',
    by: 'users:write',
    act: (by, id) => by.post(`/api/users/${id}/unlock`),
  },
  {
    route: 'PUT /api/users/:id',
    by: 'users:write',
    act: (by, id) => by.put(`/api/users/${id}`, { firstName: 'Renamed' }),
    own: done,
  },
  {
    route: 'PUT /api/users/:id',
    by: 'users:write',
    act: (by, id) => by.put(`/api/users/${id}`, { isActive: false }),
    own: ownAccount,
  },
  {
    route: 'PUT /api/users/:id',
    by: 'users:write',
    act: (by, id) => by.put(`/api/users/${id}`, { role: 'USER' }),
    own: done,
  },
  {
    route: 'PUT /api/users/:id',
    by: 'users:write',
    act: (by, id) => by.put(`/api/users/${id}`, { email: `taken-over-${id}@example.com` }),
    own: done,
    never: true,
  },
  {
    route: 'GET /api/users/:id/metadata',
    by: 'users:write',
    act: (by, id) => by.get(`/api/users/${id}/metadata`),
  },
  {
    route: 'GET /api/users/:id/export',
    by: 'users:write',
    act: (by, id) => by.get(`/api/users/${id}/export`),
  },
  {
    route: 'PATCH /api/users/:id/metadata',
    by: 'users:write',
    act: (by, id) => by.patch(`/api/users/${id}/metadata`, { publicMetadata: { plan: 'pro' } }),
  },
  {
    route: 'POST /api/admin/users/:id/reset-2fa',
    by: 'users:write',
    act: (by, id) => by.post(`/api/admin/users/${id}/reset-2fa`),
    own: ownAccount,
  },
  {
    route: 'DELETE /api/users/:id',
    by: 'users:delete',
    act: (by, id) => by.delete(`/api/users/${id}`),
    own: ownAccount,
  },
  {
    route: 'POST /api/admin/impersonate',
    by: 'users:impersonate',
    act: (by, userId) => by.post('/api/admin/impersonate', { userId }),
    own: [403, 'CANNOT_IMPERSONATE'],
  },
  {
    route: 'DELETE /api/admin/users/:id/organizations/:organizationId',
    by: 'users:write',
    act: async (by, id) => {
      const [there] =
        await service.sql`SELECT organization_id AS id FROM organization_members WHERE user_id = ${id}`;
      return by.delete(`/api/admin/users/${id}/organizations/${there?.id ?? home.id}`);
    },
    never: true,
  },
  {
    route: 'GET /api/users/:id/sessions',
    by: 'users:write',
    act: (by, id) => by.get(`/api/users/${id}/sessions`),
    never: 'declared',
  },
  {
    route: 'DELETE /api/users/:id/sessions',
    by: 'users:write',
    act: (by, id) => by.delete(`/api/users/${id}/sessions`),
    never: 'declared',
  },
  {
    route: 'DELETE /api/users/:id/sessions/:sessionId',
    by: 'users:write',
    act: async (by, id) => {
      const [session] = await sessionRows(service, id);
      return by.delete(`/api/users/${id}/sessions/${session?.id}`);
    },
    never: 'declared',
  },
  {
    route: 'GET /api/users/:id/sign-in-methods',
    by: 'users:write',
    act: (by, id) => by.get(`/api/users/${id}/sign-in-methods`),
    never: 'declared',
  },
  {
    route: 'POST /api/users/:id/send-reset',
    by: 'users:write',
    act: (by, id) => by.post(`/api/users/${id}/send-reset`),
    never: 'declared',
  },
  {
    route: 'GET /api/admin/users/:id/roles',
    by: 'roles:read',
    act: (by, id) => by.get(`/api/admin/users/${id}/roles`),
  },
  {
    route: 'PUT /api/admin/users/:id/roles',
    by: 'roles:write',
    act: (by, id) => by.put(`/api/admin/users/${id}/roles`, { roles: [] }),
  },
];

/** They make accounts, and leave those that exist as they are. */
const making = ['/api/users', '/api/users/import'];

test('the list names every route by which a permission reaches another user', () => {
  const guarded = (Object.values(endpoints) as Endpoint[]).filter(({ path, access }) => {
    const asked = [
      ...('permission' in access ? [access.permission] : []),
      ...('asks' in access ? (access.asks ?? []) : []),
    ];
    const acts = asked.some((each) => /^(users:(write|delete|impersonate)|roles:)/.test(each));
    return acts && !making.includes(path) && !/^\/api\/admin\/(roles|organization-)/.test(path);
  });
  const named = new Set(routes.map(({ route }) => route));
  expect([...named].sort()).toEqual(guarded.map(({ method, path }) => `${method} ${path}`).sort());
});

type TargetTenant = 'home' | 'foreign' | 'none';
type Target = { rank: OrganizationRole; at?: TargetTenant; may?: Permission };

async function newTarget({ rank, at = 'home', may }: Target) {
  const place = { home, foreign, none: undefined }[at];
  const target = place ? await newMember(service, place.id, rank) : await newLoner(service);
  await setTwoFactor(service, target.id, true);
  if (may) await giveRole(service, target.id, (await newRole(service, [may])).id);
  return target;
}

/** Everything a request could change about a user. */
const stateOf = ({ id }: { id: string }) => service.sql`
  SELECT u.*, (SELECT count(*) FROM sessions s WHERE s.user_id = u.id) AS sessions,
         (SELECT count(*) FROM sessions s WHERE s.impersonated_user_id = u.id) AS masks,
         (SELECT count(*) FROM user_roles ur WHERE ur.user_id = u.id) AS roles,
         (SELECT count(*) FROM audit_logs l WHERE l.metadata->>'targetUserId' = ${id}) AS entries
    FROM users u WHERE u.id = ${id}`;

/** Who reaches whom without users:read: the holder's rank, the target, and what every route answers. */
const relations: [holder: OrganizationRole, target: Target, outcome: Outcome][] = [
  ['MEMBER', { rank: 'MEMBER' }, denied],
  ['MEMBER', { rank: 'ADMIN' }, denied],
  ['MEMBER', { rank: 'OWNER' }, denied],
  ['ADMIN', { rank: 'MEMBER' }, done],
  ['ADMIN', { rank: 'ADMIN' }, denied],
  ['ADMIN', { rank: 'OWNER' }, denied],
  ['OWNER', { rank: 'MEMBER' }, done],
  ['OWNER', { rank: 'ADMIN' }, done],
  ['OWNER', { rank: 'OWNER' }, done],
  ['ADMIN', { rank: 'MEMBER', may: 'audit:read' }, denied],
  ['OWNER', { rank: 'MEMBER', may: 'audit:read' }, denied],
  ['OWNER', { rank: 'OWNER', may: 'users:list' }, denied],
  ['OWNER', { rank: 'MEMBER', at: 'foreign' }, hidden],
  ['OWNER', { rank: 'OWNER', at: 'foreign' }, hidden],
  ['OWNER', { rank: 'MEMBER', at: 'none' }, hidden],
];

describe.each(routes)('$route with only $by', ({ by, act, never, own = denied }) => {
  test.each(relations)('from %s to %o', async (rank, target, outcome) => {
    const { client } = await newHolder(service, [by], { organizationId: home.id, rank });
    const person = await newTarget(target);
    const before = await stateOf(person);
    const expected = never === 'declared' || (never && outcome === done) ? denied : outcome;
    const answer = await act(client, person.id);
    expect([answer.status, answer.body.error?.code]).toEqual(expected);
    if (expected !== done) expect(await stateOf(person)).toEqual(before);
  });

  test('with users:read reaches every rank in every organization', async () => {
    for (const target of [
      { rank: 'OWNER' },
      { rank: 'MEMBER', at: 'foreign' },
      // Where there is no membership, none can be ended.
      ...(never === true ? [] : [{ rank: 'MEMBER', at: 'none' } as const]),
    ] as const) {
      const { client } = await newHolder(service, [by, 'users:read'], { organizationId: home.id });
      expect((await act(client, (await newTarget(target)).id)).status).toBe(200);
    }
  });

  test('does not reach the holder, who has no lower rank than themselves', async () => {
    const { client, id } = await newHolder(service, [by], { organizationId: home.id, rank: 'ADMIN' });
    const answer = await act(client, id);
    expect([answer.status, answer.body.error?.code]).toEqual(own);
  });
});

test('permissions of the service give no rank in an organization', async () => {
  const all: Permission[] = ['users:list', 'users:write', 'users:delete', 'users:impersonate', 'roles:write'];
  const { client } = await newHolder(service, all, { organizationId: home.id });
  const member = await newTarget({ rank: 'MEMBER' });
  const path = `/api/organizations/current/members/${member.id}`;
  expect((await client.patch(path, { role: 'ADMIN' })).body.error.code).toBe('PERMISSION_DENIED');
  expect((await client.delete(path)).body.error.code).toBe('ORGANIZATION_ROLE_TOO_LOW');
});

test('a form that sends the address back unchanged changes no other user’s address', async () => {
  const { client } = await newHolder(service, ['users:write'], { organizationId: home.id, rank: 'ADMIN' });
  const { id, email } = await newTarget({ rank: 'MEMBER' });
  const saved = await client.put(`/api/users/${id}`, { email, firstName: 'Ada' });
  expect([saved.status, saved.body.user.email, saved.body.user.firstName]).toEqual([200, email, 'Ada']);
});

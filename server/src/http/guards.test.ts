import { type Endpoint, endpoints, isBinary } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { deactivate, giveOrganizationRole, removeMember } from '@latchkey/server/testing/standing';
import { enroll } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

/** The rules of every declared route, tried over HTTP: what a declaration says is what a caller gets. */
const service = started(startService);

const routes = Object.entries(endpoints as Record<string, Endpoint>);
const guarded = routes.filter(([, { access }]) => access.kind !== 'public' && access.kind !== 'token');
const byAccess = (kind: Endpoint['access']['kind']) =>
  guarded.filter(([, { access }]) => access.kind === kind);
const unsafe = guarded.filter(([, { method }]) => method !== 'GET');

/** Calls a route with ids that don't exist and an empty body. */
function call(client: Client, route: Endpoint, send: { csrf?: false } = {}) {
  const path = route.path.replace(/:\w+/g, '01890000-0000-7000-8000-00000000dead');
  const body = route.body && !isBinary(route.body) ? {} : undefined;
  return client.send(route.method, path, { body, ...send });
}
/** One caller for a whole table: a refused request leaves nothing behind. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
const outcome = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return [status, body?.error?.code];
};

describe('a caller who is not signed in', () => {
  test.each(guarded)('is 401 on %s', async (_name, route) => {
    expect(await outcome(call(service.client(), route))).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('a cookie without its CSRF token', () => {
  const somebody = shared(() => newUser(service));
  test.each(unsafe)('is 403 on %s', async (_name, route) => {
    const { client } = await somebody();
    expect(await outcome(call(client, route, { csrf: false }))).toEqual([403, 'CSRF_INVALID']);
  });

  test('is 403 with the token of another session', async () => {
    const { client } = await newUser(service);
    const other = await newUser(service);
    const change = () => client.post('/api/users/profile', { firstName: 'Eve' });
    const own = client.cookies.get('csrf_token') ?? '';
    client.cookies.set('csrf_token', other.client.cookies.get('csrf_token') ?? '');
    expect(await outcome(change())).toEqual([403, 'CSRF_INVALID']);
    client.cookies.set('csrf_token', own);
    expect((await change()).status).toBe(200);
  });
});

describe('a caller without the required role', () => {
  const member = shared(async () => {
    const person = await newUser(service);
    await giveOrganizationRole(service, person.id, 'MEMBER');
    return person;
  });
  const loner = shared(async () => {
    const person = await newUser(service);
    await removeMember(service, person.id);
    return person;
  });

  test.each(byAccess('permission'))('is 403 on %s, even for an unknown id', async (_name, route) => {
    const { client } = await member();
    expect(await outcome(call(client, route))).toEqual([403, 'PERMISSION_DENIED']);
  });

  const ranked = byAccess('organization').filter(
    ([, { access }]) => access.kind === 'organization' && access.role !== 'MEMBER',
  );
  test.each(ranked)('is 403 on %s as a MEMBER of their organization', async (_name, route) => {
    const { client } = await member();
    expect(await outcome(call(client, route))).toEqual([403, 'PERMISSION_DENIED']);
  });

  test.each(byAccess('organization'))('is 404 on %s without an organization', async (_name, route) => {
    const { client } = await loner();
    expect(await outcome(call(client, route))).toEqual([404, 'NO_ORGANIZATION']);
  });
});

describe('an organization role in place of a permission', () => {
  const either = byAccess('permission').filter(
    ([, { access }]) => access.kind === 'permission' && access.orOrganizationRole,
  );
  test.each(either)(
    'opens %s to an ADMIN of the organization, but not to a user without an organization',
    async (_name, route) => {
      const { client, id } = await newUser(service);
      await giveOrganizationRole(service, id, 'ADMIN');
      expect((await call(client, route)).status).not.toBe(403);
      await removeMember(service, id);
      expect(await outcome(call(client, route))).toEqual([403, 'PERMISSION_DENIED']);
    },
  );
});

describe('a route that requires the session cookie', () => {
  const cookieOnly = guarded.filter(([, { bearer }]) => bearer === false);
  test.each(cookieOnly)('%s refuses an access token', async (_name, route) => {
    const { tokens } = await newStaff(service, 'ADMIN');
    const client = service.client();
    client.bearer = tokens.accessToken;
    expect(await outcome(call(client, route))).toEqual([403, 'COOKIE_SESSION_REQUIRED']);
  });
});

describe('an ADMIN without two-factor', () => {
  const admin = shared(() => newStaff(service, 'ADMIN', { twoFactor: false }));
  const adminKey = shared(async () => newKey((await admin()).client, { permission: 'READ_WRITE' }));

  test.each(byAccess('permission'))('is blocked from %s', async (_name, route) => {
    const { client } = await admin();
    expect(await outcome(call(client, route))).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
  });

  const open = byAccess('permission').filter(([, { apiKey }]) => apiKey !== false);
  test.each(open)('is blocked from %s with an API key', async (_name, route) => {
    const { key } = await adminKey();
    expect(await outcome(call(keyClient(service, key), route))).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
  });

  test('is blocked when ROLE_ADMIN is an additional role', async () => {
    const { client, id } = await newUser(service);
    await service.sql`INSERT INTO user_roles SELECT ${id}, id FROM roles WHERE name = 'ROLE_ADMIN'`;
    for (const [, route] of byAccess('permission'))
      expect(await outcome(call(client, route))).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
  });

  test('is not blocked from routes that require no role', async () => {
    const { client } = await newStaff(service, 'ADMIN', { twoFactor: false });
    for (const path of ['/api/users/profile', '/api/auth/me', '/api/keys'])
      expect((await client.get(path)).status).toBe(200);
  });

  test('a MODERATOR does not need two-factor', async () => {
    const { client } = await newStaff(service, 'MODERATOR');
    expect((await client.get('/api/users')).status).toBe(200);
  });
});

describe('with ENABLE_TWO_FACTOR_AUTH=true', () => {
  const strict = started(() => startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } }));

  const somebody = shared(() => newUser(strict));
  const isOwnAffair = ({ path }: Endpoint) => /^\/api\/(auth|users\/profile|oidc\/logout)(\/|$)/.test(path);

  test("only /api/auth, a user's own profile and sign-out stay open before two-factor is set up", () => {
    for (const [name, route] of guarded)
      expect([name, route.beforeTwoFactorSetup === true]).toEqual([name, isOwnAffair(route)]);
  });

  test.each(guarded.filter(([, route]) => !isOwnAffair(route)))(
    '%s is blocked until two-factor is set up',
    async (_name, route) => {
      const { client } = await somebody();
      expect(await outcome(call(client, route))).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
    },
  );

  test.each(guarded.filter(([, route]) => isOwnAffair(route)))(
    '%s stays open before two-factor is set up',
    async (_name, route) => {
      const { client } = await newUser(strict);
      expect((await outcome(call(client, route)))[1]).not.toBe('TWO_FACTOR_SETUP_REQUIRED');
    },
  );

  test('a user with two-factor gets through', async () => {
    const { client } = await newUser(strict);
    await enroll(strict, client);
    expect((await client.get('/api/keys')).status).toBe(200);
  });
});

describe('a session', () => {
  test('of a deactivated user is 401 on the next request, by cookie and by access token', async () => {
    const { id, tokens } = await newUser(service);
    const client = await clientFor(service, id);
    await deactivate(service, id);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const byToken = service.client();
    byToken.bearer = tokens.accessToken;
    expect((await byToken.get('/api/auth/me')).status).toBe(401);
  });
});

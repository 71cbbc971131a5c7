import { type Endpoint, endpoints } from '@latchkey/contract';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import {
  newStaff,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const routes = Object.entries(endpoints as Record<string, Endpoint>);
const needsCaller = ({ access }: Endpoint) => access.kind !== 'public' && access.kind !== 'token';
const somePath = ({ path }: Endpoint) => path.replace(/:\w+/g, '01890000-0000-7000-8000-00000000dead');

describe('a key', () => {
  test('speaks for its owner, with no cookie set and no CSRF token asked for', async () => {
    const { client, id, organizationId } = await newUser(service);
    const holder = keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key);
    const me = await holder.get('/api/auth/me');
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({
      user: { id },
      organization: { id: organizationId },
      impersonating: null,
    });
    expect(me.cookies).toEqual({});
    expect((await holder.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(200);
  });

  test('takes the scheme in any case and with more than one space', async () => {
    const { client } = await newUser(service);
    const { key } = await newKey(client);
    for (const authorization of [`bearer ${key}`, `BEARER   ${key}`])
      expect((await service.client().get('/api/auth/me', { headers: { authorization } })).status).toBe(200);
  });

  test.each([
    ['unknown', (key: string) => `lsk_${key.slice(4).split('').reverse().join('')}`],
    ['cut short', (key: string) => key.slice(0, -1)],
    ['made longer', (key: string) => `${key}A`],
    ['in another case', (key: string) => key.toUpperCase().replace('LSK_', 'lsk_')],
    ['without its literal', (key: string) => key.slice(4)],
    ['only its shown part', (key: string) => key.slice(0, 8)],
    ['only its literal', () => 'lsk_'],
    ['a hash', (key: string) => `lsk_${Buffer.from(key).toString('hex')}`],
  ])('%s is 401, even beside a good cookie', async (_case, alter) => {
    const { client } = await newUser(service);
    client.bearer = alter((await newKey(client)).key);
    const answer = await client.get('/api/auth/me');
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('serves only in the header: as a cookie, in the query or under another scheme it is nothing', async () => {
    const { client } = await newUser(service);
    const { key } = await newKey(client);
    const stranger = service.client();
    const tries = [
      stranger.get('/api/auth/me', { headers: { cookie: `latchkey_session=${key}` } }),
      stranger.get(`/api/auth/me?access_token=${key}`),
      stranger.get('/api/auth/me', { headers: { authorization: `Basic ${key}` } }),
      stranger.get('/api/auth/me', { headers: { authorization: key } }),
      stranger.get('/api/auth/me', { headers: { 'x-api-key': key } }),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
  });
});

describe('the states of a key', () => {
  test('works until its last second and is 401 from its expiry on, with the cookie beside it too', async () => {
    const { client } = await newUser(service);
    await service.clock.hold(async () => {
      const expiresAt = new Date(service.clock.now().getTime() + 3_600_000);
      const { key, id } = await newKey(client, { expiresAt });
      const holder = keyClient(service, key);
      service.clock.advance({ hours: 1, seconds: -1 });
      expect((await holder.get('/api/auth/me')).status).toBe(200);
      service.clock.advance({ seconds: 1 });
      expect((await holder.get('/api/auth/me')).status).toBe(401);
      service.clock.advance({ seconds: 1 });
      client.bearer = key;
      expect((await client.get('/api/auth/me')).status).toBe(401);
      client.bearer = undefined;
      await client.patch(`/api/keys/${id}`, { expiresAt: null });
      expect((await holder.get('/api/auth/me')).status).toBe(200);
    });
  });

  test('is 401 once revoked, and for good', async () => {
    const { client } = await newUser(service);
    const { key, id } = await newKey(client);
    const holder = keyClient(service, key);
    expect((await holder.get('/api/auth/me')).status).toBe(200);
    await client.delete(`/api/keys/${id}`);
    expect((await holder.get('/api/auth/me')).status).toBe(401);
    await client.patch(`/api/keys/${id}`, { expiresAt: null });
    expect((await holder.get('/api/auth/me')).status).toBe(401);
  });

  test('is unusable while its owner is not active', async () => {
    const { client, id } = await newUser(service);
    const holder = keyClient(service, (await newKey(client)).key);
    await service.sql`UPDATE users SET is_active = false WHERE id = ${id}`;
    expect((await holder.get('/api/auth/me')).status).toBe(401);
    await service.sql`UPDATE users SET is_active = true WHERE id = ${id}`;
    expect((await holder.get('/api/auth/me')).status).toBe(200);
  });

  test('goes with its owner', async () => {
    const { client, id } = await newUser(service);
    const { key, id: keyId } = await newKey(client);
    await service.sql`DELETE FROM users WHERE id = ${id}`;
    expect((await keyClient(service, key).get('/api/auth/me')).status).toBe(401);
    expect(await service.sql`SELECT 1 FROM api_keys WHERE id = ${keyId}`).toHaveLength(0);
  });

  test('outlives logout and a changed password: it is no session', async () => {
    const { client, email, id } = await newUser(service);
    const holder = keyClient(service, (await newKey(client)).key);
    const other = service.client();
    expect((await other.post('/api/auth/login', { email, password })).status).toBe(200);
    const change = { password: 'Changed-Horse-8', currentPassword: password };
    expect((await client.post('/api/users/profile', change)).status).toBe(200);
    // It did change: another session is ended, and the old password opens none.
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await other.post('/api/auth/login', { email, password })).status).toBe(401);
    expect((await holder.get('/api/auth/me')).body.user.id).toBe(id);
    expect((await client.post('/api/auth/logout')).status).toBe(200);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await holder.get('/api/auth/me')).body.user.id).toBe(id);
  });
});

describe('what a key may do', () => {
  const unsafe = routes.filter(([, route]) => needsCaller(route) && route.method !== 'GET');

  let readOnly = '';
  let readWrite = '';
  beforeAll(async () => {
    const { client } = await newStaff(service, 'ADMIN');
    readOnly = (await newKey(client)).key;
    readWrite = (await newKey(client, { permission: 'READ_WRITE' })).key;
  });

  test.each(unsafe)('READ_ONLY is refused %s before anything else is looked at', async (_name, route) => {
    const holder = keyClient(service, readOnly);
    const answer = await holder.send(route.method, somePath(route), {
      raw: '{"half a body',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'API_KEY_READ_ONLY']);
  });

  test('READ_ONLY may GET, HEAD and OPTIONS', async () => {
    const { client } = await newUser(service);
    const holder = keyClient(service, (await newKey(client)).key);
    expect((await holder.get('/api/users/profile')).status).toBe(200);
    expect((await holder.send('HEAD', '/api/users/profile')).status).toBe(200);
    expect((await holder.send('OPTIONS', '/api/users/profile')).status).toBe(204);
  });

  test('a key that may only read hears of that even where the limit is reached', async () => {
    const limited = await startService({ env: { RATE_LIMIT_MAX: '1' } });
    try {
      const { client } = await newUser(limited);
      const reader = keyClient(limited, (await newKey(client)).key);
      const writer = keyClient(limited, (await newKey(client, { permission: 'READ_WRITE' })).key);
      const codes = async (holder: typeof client) => {
        const answers = [await holder.post('/api/auth/logout'), await holder.post('/api/auth/logout')];
        for (const { headers } of answers) expect(headers.get('x-ratelimit-limit')).toBe('1');
        return answers.map(({ body }) => body.error.code);
      };
      expect(await codes(reader)).toEqual(['API_KEY_READ_ONLY', 'API_KEY_READ_ONLY']);
      expect(await codes(writer)).toEqual(['API_KEY_NOT_ALLOWED', 'RATE_LIMITED']);
    } finally {
      await limited.close();
    }
  });

  test('every route under /api/auth but GET me is declared closed to keys', () => {
    const open = routes
      .filter(([, { path, apiKey }]) => path.startsWith('/api/auth/') && apiKey !== false)
      .map(([name]) => name);
    expect(open).toEqual(['me']);
  });

  const closed = routes.filter(([, route]) => route.apiKey === false);
  test.each(closed)('%s refuses a key that may write', async (_name, route) => {
    const answer = await keyClient(service, readWrite).send(route.method, somePath(route));
    expect([answer.status, answer.body.error.code]).toEqual([403, 'API_KEY_NOT_ALLOWED']);
  });

  test('a password is not changed by key; a name is', async () => {
    const { client } = await newUser(service);
    const holder = keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key);
    const change = { password: 'Other-Horse-8', currentPassword: 'Correct-Horse-7' };
    const refused = await holder.post('/api/users/profile', { firstName: 'Eve', ...change });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'API_KEY_NOT_ALLOWED']);
    expect((await holder.get('/api/users/profile')).body.user.firstName).toBeNull();
    expect((await holder.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(200);
  });

  test('never more than its owner, whose roles count on the next request', async () => {
    const { client, id } = await newStaff(service, 'ADMIN');
    const { key } = await newKey(client, { permission: 'READ_WRITE' });
    const holder = keyClient(service, key);
    expect((await holder.get('/api/auth/me')).body.user).toHaveProperty('lockedUntil');
    await service.sql`UPDATE users SET role = 'USER' WHERE id = ${id}`;
    expect((await holder.get('/api/auth/me')).body.user).not.toHaveProperty('lockedUntil');
  });
});

describe('lastUsedAt', () => {
  const lastUsedAt = async (keyId: string) => {
    const [row] = await service.sql<{ lastUsedAt: Date | null }[]>`
      SELECT last_used_at FROM api_keys WHERE id = ${keyId}`;
    return row?.lastUsedAt ?? null;
  };

  test('is set by use and shown at once by every read of it', async () => {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    expect((await client.get(`/api/keys/${id}`)).body.lastUsedAt).toBeNull();
    const holder = keyClient(service, key);
    const shown = [
      async () => (await client.get(`/api/keys/${id}`)).body.lastUsedAt,
      async () => (await client.get('/api/keys')).body.keys[0].lastUsedAt,
      async () => (await client.patch(`/api/keys/${id}`, { name: 'x' })).body.lastUsedAt,
    ];
    for (const read of shown) {
      service.clock.advance({ minutes: 1 });
      const at = service.clock.now().getTime();
      await holder.get('/api/auth/me');
      expect(Date.parse(await read())).toBeGreaterThanOrEqual(at);
    }
  });

  test('is not moved by a key that is refused', async () => {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    await client.delete(`/api/keys/${id}`);
    await keyClient(service, key).get('/api/auth/me');
    expect((await client.get(`/api/keys/${id}`)).body.lastUsedAt).toBeNull();
  });

  test('is written behind without anybody asking, and does not go back', async () => {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    await keyClient(service, key).get('/api/auth/me');
    await expect.poll(() => lastUsedAt(id)).not.toBeNull();
    const written = await lastUsedAt(id);
    service.deps.lastUse.keys.note(id, new Date(0));
    await service.deps.lastUse.keys.flush();
    expect(await lastUsedAt(id)).toEqual(written);
  });

  test('is written when the service stops', async () => {
    const second = await startService({ database: service.database, clock: service.clock });
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    await keyClient(second, key).get('/api/auth/me');
    await second.close();
    expect(await lastUsedAt(id)).not.toBeNull();
  });
});

describe('the event API_KEY_USED', () => {
  test('is off', async () => {
    const { client, email } = await newUser(service);
    await keyClient(service, (await newKey(client)).key).get('/api/auth/me');
    expect((await service.audit(email)).map(({ action }) => action)).not.toContain('API_KEY_USED');
  });

  test('is written for each use with AUDIT_API_KEY_USE=true', async () => {
    const audited = await startService({ env: { AUDIT_API_KEY_USE: 'true' } });
    try {
      const { client, email, id } = await newUser(audited);
      const { key, id: keyId, keyPrefix } = await newKey(client);
      const holder = keyClient(audited, key);
      await holder.get('/api/auth/me');
      await holder.post('/api/users/profile', {});
      const used = (await audited.audit(email)).filter(({ action }) => action === 'API_KEY_USED');
      expect(used).toHaveLength(2);
      expect(used[0]).toMatchObject({
        userId: id,
        category: 'security',
        ipAddress: holder.ipAddress,
        metadata: { keyId, keyPrefix },
      });
    } finally {
      await audited.close();
    }
  });
});

describe('two nodes on one database', () => {
  test('see revocation, expiry and deactivation on the very next request', async () => {
    const second = await startService({ database: service.database, clock: service.clock });
    try {
      const { client, id } = await newUser(service);
      const one = await newKey(client);
      const other = await newKey(client, { permission: 'READ_WRITE' });
      const [onSecond, otherOnSecond] = [keyClient(second, one.key), keyClient(second, other.key)];
      expect((await onSecond.get('/api/auth/me')).status).toBe(200);
      await client.delete(`/api/keys/${one.id}`);
      expect((await onSecond.get('/api/auth/me')).status).toBe(401);
      expect((await otherOnSecond.post('/api/users/profile', {})).status).toBe(200);
      await client.patch(`/api/keys/${other.id}`, { permission: 'READ_ONLY' });
      expect((await otherOnSecond.post('/api/users/profile', {})).status).toBe(403);
      await service.sql`UPDATE users SET is_active = false WHERE id = ${id}`;
      expect((await otherOnSecond.get('/api/auth/me')).status).toBe(401);
    } finally {
      await second.close();
    }
  });

  test('hold the limit of ten together', async () => {
    const second = await startService({ database: service.database, clock: service.clock });
    try {
      const { client, tokens } = await newUser(service);
      for (let made = 0; made < 9; made++) await newKey(client);
      const elsewhere = second.client();
      elsewhere.bearer = tokens.accessToken;
      const answers = await Promise.all(
        [client, elsewhere].flatMap((one) =>
          Array.from({ length: 10 }, () => one.post('/api/keys', { name: 'x' })),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    } finally {
      await second.close();
    }
  });
});

import { type Endpoint, endpoints } from '@latchkey/contract';
import { holdBack } from '@latchkey/server/testing/hold-back';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate, deleteAccount, giveSystemRole, reactivate } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);

const routes = Object.entries(endpoints as Record<string, Endpoint>);
const needsCaller = ({ access }: Endpoint) => access.kind !== 'public' && access.kind !== 'token';
const somePath = ({ path }: Endpoint) => path.replace(/:\w+/g, '01890000-0000-7000-8000-00000000dead');

describe('an API key', () => {
  test('acts for its owner, without setting a cookie or requiring a CSRF token', async () => {
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

  test('works with the Bearer scheme in any case and with extra spaces', async () => {
    const { client } = await newUser(service);
    const { key } = await newKey(client);
    for (const authorization of [`bearer ${key}`, `BEARER   ${key}`])
      expect((await service.client().get('/api/auth/me', { headers: { authorization } })).status).toBe(200);
  });

  test.each([
    ['unknown', (key: string) => `lsk_${key.slice(4).split('').reverse().join('')}`],
    ['one character too short', (key: string) => key.slice(0, -1)],
    ['one character too long', (key: string) => `${key}A`],
    ['in uppercase', (key: string) => key.toUpperCase().replace('LSK_', 'lsk_')],
    ['without lsk_', (key: string) => key.slice(4)],
    ['only its keyPrefix', (key: string) => key.slice(0, 8)],
    ['only lsk_', () => 'lsk_'],
    ['hex-encoded', (key: string) => `lsk_${Buffer.from(key).toString('hex')}`],
  ])('with an invalid value (%s) is 401, even alongside a valid cookie', async (_case, alter) => {
    const { client } = await newUser(service);
    client.bearer = alter((await newKey(client)).key);
    const answer = await client.get('/api/auth/me');
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('works only as a Bearer token, not as a cookie, query parameter, other header or other scheme', async () => {
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

describe('an API key over its lifetime', () => {
  test('works until it expires and is 401 from then on, even alongside a valid cookie', async () => {
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

  test('is permanently 401 once revoked', async () => {
    const { client } = await newUser(service);
    const { key, id } = await newKey(client);
    const holder = keyClient(service, key);
    expect((await holder.get('/api/auth/me')).status).toBe(200);
    await client.delete(`/api/keys/${id}`);
    expect((await holder.get('/api/auth/me')).status).toBe(401);
    await client.patch(`/api/keys/${id}`, { expiresAt: null });
    expect((await holder.get('/api/auth/me')).status).toBe(401);
  });

  test('is unusable while its owner is inactive', async () => {
    const { client, id } = await newUser(service);
    const holder = keyClient(service, (await newKey(client)).key);
    await deactivate(service, id);
    expect((await holder.get('/api/auth/me')).status).toBe(401);
    await reactivate(service, id);
    expect((await holder.get('/api/auth/me')).status).toBe(200);
  });

  test('is deleted with its owner', async () => {
    const { client, id } = await newUser(service);
    const { key, id: keyId } = await newKey(client);
    await deleteAccount(service, id);
    expect((await keyClient(service, key).get('/api/auth/me')).status).toBe(401);
    expect(await service.sql`SELECT 1 FROM api_keys WHERE id = ${keyId}`).toHaveLength(0);
  });

  test('survives logout and a password change', async () => {
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

describe('what an API key can do', () => {
  const unsafe = routes.filter(([, route]) => needsCaller(route) && route.method !== 'GET');

  let readOnly = '';
  let readWrite = '';
  beforeAll(async () => {
    const { client } = await newStaff(service, 'ADMIN');
    readOnly = (await newKey(client)).key;
    readWrite = (await newKey(client, { permission: 'READ_WRITE' })).key;
  });

  test.each(unsafe)('a READ_ONLY key is refused %s before anything else is checked', async (_name, route) => {
    const holder = keyClient(service, readOnly);
    const answer = await holder.send(route.method, somePath(route), {
      raw: '{"half a body',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'API_KEY_READ_ONLY']);
  });

  test('a READ_ONLY key can use GET, HEAD and OPTIONS', async () => {
    const { client } = await newUser(service);
    const holder = keyClient(service, (await newKey(client)).key);
    expect((await holder.get('/api/users/profile')).status).toBe(200);
    expect((await holder.send('HEAD', '/api/users/profile')).status).toBe(200);
    expect((await holder.send('OPTIONS', '/api/users/profile')).status).toBe(204);
  });

  test('a READ_ONLY key gets API_KEY_READ_ONLY even when the rate limit is reached', async () => {
    const limited = await startService({ env: { RATE_LIMIT_MAX: '1' } });
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
  });

  test('every route under /api/auth except GET me is declared closed to keys', () => {
    const open = routes
      .filter(([, { path, apiKey }]) => path.startsWith('/api/auth/') && apiKey !== false)
      .map(([name]) => name);
    expect(open).toEqual(['me']);
  });

  const closed = routes.filter(([, route]) => route.apiKey === false);
  test.each(closed)('%s refuses a READ_WRITE key', async (_name, route) => {
    const answer = await keyClient(service, readWrite).send(route.method, somePath(route));
    expect([answer.status, answer.body.error.code]).toEqual([403, 'API_KEY_NOT_ALLOWED']);
  });

  test('a key can change a name but not a password', async () => {
    const { client } = await newUser(service);
    const holder = keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key);
    const change = { password: 'Other-Horse-8', currentPassword: 'Correct-Horse-7' };
    const refused = await holder.post('/api/users/profile', { firstName: 'Eve', ...change });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'API_KEY_NOT_ALLOWED']);
    expect((await holder.get('/api/users/profile')).body.user.firstName).toBeNull();
    expect((await holder.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(200);
  });

  test('a key has no more rights than its owner, whose role changes apply on the next request', async () => {
    const { client, id } = await newStaff(service, 'ADMIN');
    const { key } = await newKey(client, { permission: 'READ_WRITE' });
    const holder = keyClient(service, key);
    const target = await newUser(service);
    const read = () => holder.get('/api/users');
    const write = () => holder.post(`/api/users/${target.id}/unlock`);
    for (const call of [read, write]) expect((await call()).status).toBe(200);
    expect((await holder.get('/api/auth/me')).body.user).toHaveProperty('lockedUntil');
    await giveSystemRole(service, id, 'USER');
    for (const call of [read, write]) {
      const { status, body } = await call();
      expect([status, body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect((await holder.get('/api/auth/me')).body.user).not.toHaveProperty('lockedUntil');
    await giveSystemRole(service, id, 'ADMIN');
    for (const call of [read, write]) expect((await call()).status).toBe(200);
  });
});

describe('lastUsedAt', () => {
  const lastUsedAt = async (keyId: string) => {
    const [row] = await service.sql<{ lastUsedAt: Date | null }[]>`
      SELECT last_used_at FROM api_keys WHERE id = ${keyId}`;
    return row?.lastUsedAt ?? null;
  };

  test('is set on use and immediately visible in every response that shows it', async () => {
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

  test('is not updated when the key is refused', async () => {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    await client.delete(`/api/keys/${id}`);
    await keyClient(service, key).get('/api/auth/me');
    expect((await client.get(`/api/keys/${id}`)).body.lastUsedAt).toBeNull();
  });

  test('is written in the background and never moves backward', async () => {
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
  test('is not recorded by default', async () => {
    const { client, email } = await newUser(service);
    await keyClient(service, (await newKey(client)).key).get('/api/auth/me');
    expect((await service.audit(email)).map(({ action }) => action)).not.toContain('API_KEY_USED');
  });

  test('is recorded once for a request whose body takes its time', async () => {
    const audited = await startService({ env: { AUDIT_API_KEY_USE: 'true' } });
    const { client, email, id } = await newUser(audited);
    const { key } = await newKey(client, { permission: 'READ_WRITE' });
    const change = { path: `/api/users/${id}`, body: { firstName: 'Late' } };
    const release = await holdBack(audited, keyClient(audited, key), change);
    expect(await release()).toBe(200);
    const used = (await audited.audit(email)).filter(({ action }) => action === 'API_KEY_USED');
    expect(used).toHaveLength(1);
  });

  test('is recorded for each use with AUDIT_API_KEY_USE=true', async () => {
    const audited = await startService({ env: { AUDIT_API_KEY_USE: 'true' } });
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
  });
});

describe('two nodes sharing a database', () => {
  test('see revocation, a permission change, an earlier expiry and owner deactivation on the next request', async () => {
    const second = await startService({ database: service.database, clock: service.clock });
    const { client, id } = await newUser(service);
    const one = await newKey(client);
    const other = await newKey(client, { permission: 'READ_WRITE' });
    const third = await newKey(client);
    const [onSecond, otherOnSecond] = [keyClient(second, one.key), keyClient(second, other.key)];
    expect((await onSecond.get('/api/auth/me')).status).toBe(200);
    await client.delete(`/api/keys/${one.id}`);
    expect((await onSecond.get('/api/auth/me')).status).toBe(401);
    expect((await otherOnSecond.post('/api/users/profile', {})).status).toBe(200);
    await client.patch(`/api/keys/${other.id}`, { permission: 'READ_ONLY' });
    expect((await otherOnSecond.post('/api/users/profile', {})).status).toBe(403);
    const expiring = keyClient(second, third.key);
    expect((await expiring.get('/api/auth/me')).status).toBe(200);
    const expiresAt = new Date(service.clock.now().getTime() + 60_000);
    expect((await client.patch(`/api/keys/${third.id}`, { expiresAt })).status).toBe(200);
    service.clock.advance({ minutes: 1 });
    expect((await expiring.get('/api/auth/me')).status).toBe(401);
    expect((await otherOnSecond.get('/api/auth/me')).status).toBe(200);
    await deactivate(service, id);
    expect((await otherOnSecond.get('/api/auth/me')).status).toBe(401);
  });

  test('enforce the limit of ten keys together', async () => {
    const second = await startService({ database: service.database, clock: service.clock });
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
  });
});

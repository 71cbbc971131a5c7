import { createHash } from 'node:crypto';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const inAnHour = () => new Date(service.clock.now().getTime() + 3_600_000);

describe('creating a key', () => {
  test('returns 201 with the key in a flat body and no undeclared fields', async () => {
    const { client } = await newUser(service);
    const expiresAt = inAnHour().toISOString();
    const { status, body } = await client.post('/api/keys', {
      name: '  deploy  ',
      permission: 'READ_WRITE',
      expiresAt,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      key: expect.stringMatching(/^lsk_[A-Za-z0-9_-]{43}$/),
      id: expect.any(String),
      name: 'deploy',
      keyPrefix: body.key.slice(0, 8),
      permission: 'READ_WRITE',
      organizationId: (await client.get('/api/auth/me')).body.organization.id,
      expiresAt,
      createdAt: expect.any(String),
    });
  });

  test('defaults to READ_ONLY and no expiry', async () => {
    const { client } = await newUser(service);
    const { body } = await client.post('/api/keys', { name: 'deploy' });
    expect(body).toMatchObject({ permission: 'READ_ONLY', expiresAt: null });
  });

  test('stores the SHA-256 of the whole key and never the key itself', async () => {
    const { client, id } = await newUser(service);
    const { key } = await newKey(client);
    const [row] = await service.sql`SELECT * FROM api_keys WHERE user_id = ${id}`;
    expect(row?.keyHash).toEqual(createHash('sha256').update(key).digest());
    expect(JSON.stringify(row)).not.toContain(key.slice(8));
    const audited = JSON.stringify(await service.audit());
    expect(audited).not.toContain(key.slice(8));
    await keyClient(service, key).get('/api/users/profile');
    expect(service.logged.join('')).not.toContain(key.slice(8));
  });

  test('produces a different key each time', async () => {
    const { client } = await newUser(service);
    expect((await newKey(client)).key).not.toBe((await newKey(client)).key);
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(51) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'deploy', permission: 'ADMIN' }, 'permission'],
    [{ name: 'deploy', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'deploy', expiresAt: '2999-02-30' }, 'expiresAt'],
    [{ name: 'deploy', expiresAt: 4_102_444_800_000 }, 'expiresAt'],
    [{ name: 'deploy', expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
  ])('refuses %j with an error on %s', async (body, field) => {
    const { client } = await newUser(service);
    const answer = await client.post('/api/keys', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'VALIDATION_FAILED' });
    expect(Object.keys(answer.body.error.details)).toEqual([field]);
  });

  test('accepts a fifty-character name, a date-only expiry and a time in another time zone', async () => {
    const { client } = await newUser(service);
    const named = await newKey(client, { name: 'x'.repeat(50), expiresAt: '2999-01-31' });
    expect(named).toMatchObject({ name: 'x'.repeat(50), expiresAt: '2999-01-31T00:00:00.000Z' });
    expect(await newKey(client, { expiresAt: '2999-01-31T02:00:00+02:00' })).toMatchObject({
      expiresAt: '2999-01-31T00:00:00.000Z',
    });
  });

  test('refuses an expiry of now and accepts one a second ahead', async () => {
    const { client } = await newUser(service);
    await service.clock.hold(async () => {
      const at = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
      expect((await client.post('/api/keys', { name: 'k', expiresAt: at(0) })).status).toBe(400);
      expect((await client.post('/api/keys', { name: 'k', expiresAt: at(1000) })).status).toBe(201);
    });
  });

  test('ignores fields that the caller may not set', async () => {
    const { client, id } = await newUser(service);
    const other = await newUser(service);
    const key = await newKey(client, {
      userId: other.id,
      keyPrefix: 'mine',
      revokedAt: '2020-01-01T00:00:00Z',
    });
    const [row] = await service.sql`SELECT * FROM api_keys WHERE id = ${key.id}`;
    expect(row).toMatchObject({ userId: id, revokedAt: null, keyPrefix: key.key.slice(0, 8) });
  });

  test('is recorded', async () => {
    const { client, email, id, organizationId } = await newUser(service);
    const key = await newKey(client, { permission: 'READ_WRITE' });
    expect((await service.audit(email)).at(-1)).toMatchObject({
      action: 'API_KEY_CREATED',
      category: 'security',
      userId: id,
      organizationId,
      ipAddress: client.ipAddress,
      metadata: { keyId: key.id, keyPrefix: key.keyPrefix, name: 'deploy', permission: 'READ_WRITE' },
    });
  });

  test('needs a session and a CSRF token, and is refused to an API key', async () => {
    const { client } = await newUser(service);
    const { key } = await newKey(client, { permission: 'READ_WRITE' });
    expect((await service.client().post('/api/keys', { name: 'k' })).status).toBe(401);
    const forged = await client.post('/api/keys', { name: 'k' }, { csrf: false });
    expect([forged.status, forged.body.error.code]).toEqual([403, 'CSRF_INVALID']);
    const byKey = await keyClient(service, key).post('/api/keys', { name: 'k' });
    expect([byKey.status, byKey.body.error.code]).toEqual([403, 'API_KEY_NOT_ALLOWED']);
    expect((await client.get('/api/keys')).body.count).toBe(1);
  });
});

describe('the limit of ten keys', () => {
  test('refuses the eleventh, counting expired keys but not revoked ones', async () => {
    const { client } = await newUser(service);
    const expiring = await newKey(client, { expiresAt: new Date(service.clock.now().getTime() + 60_000) });
    for (let made = 1; made < 10; made++) await newKey(client);
    service.clock.advance({ minutes: 2 });
    const eleventh = await client.post('/api/keys', { name: 'one too many' });
    expect(eleventh.status).toBe(400);
    expect(eleventh.body.error.code).toBe('KEY_LIMIT_REACHED');
    expect((await client.get('/api/keys')).body).toMatchObject({ count: 10, limit: 10 });
    await client.delete(`/api/keys/${expiring.id}`);
    expect((await client.post('/api/keys', { name: 'in its place' })).status).toBe(201);
  });

  test('applies to each owner separately', async () => {
    const { client } = await newUser(service);
    for (let made = 0; made < 10; made++) await newKey(client);
    const other = await newUser(service);
    expect((await other.client.post('/api/keys', { name: 'first' })).status).toBe(201);
  });

  test('lets exactly one of thirty parallel creations through when nine keys exist, every time', async () => {
    const { client, email } = await newUser(service);
    for (let made = 0; made < 9; made++) await newKey(client);
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => client.post('/api/keys', { name: `round ${round}` })),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error?.code === 'KEY_LIMIT_REACHED')).toHaveLength(29);
      expect((await client.get('/api/keys')).body.count).toBe(10);
      await client.delete(`/api/keys/${made[0]?.body.id}`);
    }
    const created = (await service.audit(email)).filter(({ action }) => action === 'API_KEY_CREATED');
    expect(created).toHaveLength(9 + 4);
  });
});

describe('reading keys', () => {
  test('lists only the 100 keys revoked last, however many were made and revoked', async () => {
    const { client, id } = await newUser(service);
    const { body: live } = await client.post('/api/keys', { name: 'live' });
    await service.sql`
      INSERT INTO api_keys (id, user_id, name, key_hash, key_prefix, permission, created_at, revoked_at)
      SELECT uuidv7(), ${id}, 'old ' || n, sha256((${id} || n)::bytea), 'lsk_abcd', 'READ_ONLY',
             ${service.clock.now()}, ${service.clock.now()}::timestamptz - n * interval '1 s'
        FROM generate_series(1, 1000) n`;
    const { body } = await client.get('/api/keys');
    expect(body.count).toBe(1);
    expect(body.keys).toHaveLength(101);
    const names = body.keys.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining([live.name, 'old 1', 'old 100']));
    expect(names).not.toContain('old 101');
  });

  test("lists the caller's own keys, newest first, including revoked ones, without the key itself", async () => {
    const { client } = await newUser(service);
    await newKey((await newUser(service)).client);
    const first = await newKey(client, { name: 'first' });
    const second = await newKey(client, { name: 'second' });
    await client.delete(`/api/keys/${first.id}`);
    const { status, body } = await client.get('/api/keys');
    expect(status).toBe(200);
    expect(body).toEqual({
      keys: [
        {
          id: second.id,
          name: 'second',
          keyPrefix: second.keyPrefix,
          permission: 'READ_ONLY',
          organizationId: second.organizationId,
          expiresAt: null,
          lastUsedAt: null,
          createdAt: second.createdAt,
          revokedAt: null,
        },
        expect.objectContaining({ id: first.id, name: 'first', revokedAt: expect.any(String) }),
      ],
      count: 1,
      limit: 10,
    });
  });

  test('shows a single key, to a session or an API key', async () => {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    const one = await client.get(`/api/keys/${id}`);
    expect(one.status).toBe(200);
    expect(Object.keys(one.body).sort()).toEqual(
      [
        'id',
        'name',
        'keyPrefix',
        'permission',
        'organizationId',
        'expiresAt',
        'lastUsedAt',
        'createdAt',
        'revokedAt',
      ].sort(),
    );
    expect((await keyClient(service, key).get(`/api/keys/${id}`)).body.id).toBe(id);
    expect((await keyClient(service, key).get('/api/keys')).body.count).toBe(1);
  });

  test.each(['get', 'patch', 'delete'] as const)(
    "%s of someone else's key, an unknown key or an invalid ID is 404",
    async (verb) => {
      const { client } = await newUser(service);
      const theirs = await newKey((await newUser(service)).client);
      for (const id of [theirs.id, '01890000-0000-7000-8000-00000000dead', 'nothing']) {
        const answer = await client.send(
          verb.toUpperCase(),
          `/api/keys/${id}`,
          verb === 'patch' ? { body: { name: 'x' } } : {},
        );
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
      const [row] = await service.sql`SELECT name, revoked_at FROM api_keys WHERE id = ${theirs.id}`;
      expect(row).toEqual({ name: 'deploy', revokedAt: null });
    },
  );
});

describe('changing a key', () => {
  test('updates only the fields that are sent and is recorded', async () => {
    const { client, email } = await newUser(service);
    const { id, keyPrefix } = await newKey(client);
    const expiresAt = inAnHour().toISOString();
    const renamed = await client.patch(`/api/keys/${id}`, { name: 'renamed' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ id, name: 'renamed', permission: 'READ_ONLY', expiresAt: null });
    const widened = await client.patch(`/api/keys/${id}`, { permission: 'READ_WRITE', expiresAt });
    expect(widened.body).toMatchObject({ name: 'renamed', permission: 'READ_WRITE', expiresAt });
    expect((await client.get(`/api/keys/${id}`)).body).toEqual(widened.body);
    const events = (await service.audit(email)).filter(({ action }) => action === 'API_KEY_UPDATED');
    expect(events.map(({ metadata }) => metadata)).toEqual([
      { keyId: id, keyPrefix, changes: { name: 'renamed' } },
      { keyId: id, keyPrefix, changes: { permission: 'READ_WRITE', expiresAt } },
    ]);
  });

  test('removes the expiry when expiresAt is null', async () => {
    const { client } = await newUser(service);
    const { id } = await newKey(client, { expiresAt: inAnHour() });
    expect((await client.patch(`/api/keys/${id}`, { expiresAt: null })).body.expiresAt).toBeNull();
  });

  test('records nothing when nothing changes', async () => {
    const { client, email } = await newUser(service);
    const { id } = await newKey(client);
    expect((await client.patch(`/api/keys/${id}`, {})).status).toBe(200);
    expect((await client.patch(`/api/keys/${id}`, { name: 'deploy', expiresAt: null })).status).toBe(200);
    expect((await service.audit(email)).map(({ action }) => action)).not.toContain('API_KEY_UPDATED');
  });

  test.each([
    { name: '' },
    { name: null },
    { permission: 'ALL' },
    { expiresAt: '2020-01-01T00:00:00.000Z' },
    { expiresAt: 'never' },
  ])('refuses %j', async (body) => {
    const { client, email } = await newUser(service);
    const { id } = await newKey(client);
    const before = (await client.get(`/api/keys/${id}`)).body;
    expect((await client.patch(`/api/keys/${id}`, { name: 'renamed', ...body })).status).toBe(400);
    expect((await client.get(`/api/keys/${id}`)).body).toEqual(before);
    expect((await service.audit(email)).map(({ action }) => action)).not.toContain('API_KEY_UPDATED');
  });

  test("takes effect on the key's next request", async () => {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    const holder = keyClient(service, key);
    expect((await holder.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(403);
    await client.patch(`/api/keys/${id}`, { permission: 'READ_WRITE' });
    expect((await holder.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(200);
    await client.patch(`/api/keys/${id}`, { permission: 'READ_ONLY' });
    expect((await holder.post('/api/users/profile', { firstName: 'Eve' })).status).toBe(403);
  });

  test('is 404 once the key is revoked, as is revoking it again', async () => {
    const { client, email } = await newUser(service);
    const { id } = await newKey(client);
    const { status, body } = await client.delete(`/api/keys/${id}`);
    expect([status, Object.keys(body)]).toEqual([200, ['message']]);
    expect((await client.patch(`/api/keys/${id}`, { name: 'again' })).status).toBe(404);
    expect((await client.delete(`/api/keys/${id}`)).status).toBe(404);
    expect((await client.get(`/api/keys/${id}`)).status).toBe(200);
    const revoked = (await service.audit(email)).filter(({ action }) => action === 'API_KEY_REVOKED');
    expect(revoked.map(({ metadata }) => metadata.keyId)).toEqual([id]);
  });

  test('lets only one of ten parallel revocations succeed', async () => {
    const { client, email } = await newUser(service);
    const { id } = await newKey(client);
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.delete(`/api/keys/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const actions = (await service.audit(email)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'API_KEY_REVOKED')).toHaveLength(1);
  });

  test.each([
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ] as const)('%s is refused to an API key', async (method, body) => {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client, { permission: 'READ_WRITE' });
    const answer = await keyClient(service, key).send(method, `/api/keys/${id}`, { body });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'API_KEY_NOT_ALLOWED']);
    expect((await client.get(`/api/keys/${id}`)).body).toMatchObject({ name: 'deploy', revokedAt: null });
  });
});

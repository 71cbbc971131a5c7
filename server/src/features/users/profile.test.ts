import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { moveTo, newUser, newVerified, password, startService } from '@latchkey/server/testing/service';
import { takePassword } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const actions = async (email: string) => (await service.audit(email)).map(({ action }) => action);

describe('the profile', () => {
  test('shows the caller, with exactly the agreed fields', async () => {
    const { client, email } = await newUser(service);
    const { status, body } = await client.get('/api/users/profile');
    expect(status).toBe(200);
    expect(body.user.email).toBe(email);
    expect(Object.keys(body.user).sort()).toEqual(
      [
        'id',
        'email',
        'username',
        'firstName',
        'lastName',
        'role',
        'isActive',
        'emailVerified',
        'emailVerifiedAt',
        'lastLoginAt',
        'createdAt',
        'updatedAt',
        'organizationId',
        'organizationRole',
        'twoFactorEnabled',
      ].sort(),
    );
  });

  test('requires a session', async () => {
    expect((await service.client().get('/api/users/profile')).status).toBe(401);
    expect((await service.client().post('/api/users/profile', {})).status).toBe(401);
  });

  test('changes what is sent and keeps the rest', async () => {
    const { client } = await newUser(service, { firstName: 'Ada', lastName: 'Byron' });
    const answer = await client.post('/api/users/profile', { lastName: ' Lovelace ', username: 'ada.l' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      message: expect.any(String),
      user: { firstName: 'Ada', lastName: 'Lovelace', username: 'ada.l' },
    });
    const cleared = await client.post('/api/users/profile', { firstName: null, username: null });
    expect(cleared.body.user).toMatchObject({ firstName: null, username: null, lastName: 'Lovelace' });
  });

  test('ignores fields that its owner may not set', async () => {
    const { client } = await newUser(service);
    const { body } = await client.post('/api/users/profile', {
      role: 'ADMIN',
      isActive: false,
      organizationRole: 'MEMBER',
      twoFactorEnabled: true,
      emailVerifiedAt: '2020-01-01T00:00:00.000Z',
    });
    expect(body.user).toMatchObject({
      role: 'USER',
      isActive: true,
      organizationRole: 'OWNER',
      twoFactorEnabled: false,
      emailVerified: false,
    });
  });

  test("refuses another user's username and changes nothing", async () => {
    await newUser(service, { username: 'taken-name' });
    const { client } = await newUser(service, { firstName: 'Before' });
    const wanted = { username: 'TAKEN-NAME', firstName: 'After' };
    const answer = await client.post('/api/users/profile', wanted);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('USERNAME_TAKEN');
    expect((await client.get('/api/users/profile')).body.user.firstName).toBe('Before');
  });
});

describe('a changed email', () => {
  test('invalidates a password reset link sent to the old address, once it has moved', async () => {
    const { client, email } = await newVerified(service);
    await service.client().post('/api/auth/forgot-password', { email });
    const token = await service.mailedToken(email);
    expect((await moveTo(service, client, `moved-${email}`)).status).toBe(200);
    const answer = await service
      .client()
      .post('/api/auth/reset-password', { token, password: 'Brand-New-1' });
    expect(answer.body.error.code).toBe('TOKEN_INVALID');
  });

  test('changes nothing when it is the same address', async () => {
    const { client, email } = await newVerified(service);
    const answer = await client.post('/api/users/profile', { email: email.toUpperCase() });
    expect(answer.body.user).toMatchObject({ email, emailVerified: true });
  });
});

describe('a changed password', () => {
  test('requires the current password', async () => {
    const { client } = await newUser(service);
    const missing = await client.post('/api/users/profile', { password: 'Brand-New-1' });
    expect(missing.status).toBe(400);
    expect(missing.body.error.details).toEqual({ currentPassword: ['Required.'] });
    const wrong = await client.post('/api/users/profile', {
      password: 'Brand-New-1',
      currentPassword: 'Wrong-Horse-7',
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body.error.code).toBe('CURRENT_PASSWORD_WRONG');
  });

  test('ends every other session and remembered login, keeps this session, and triggers an email', async () => {
    const { client, email } = await newUser(service);
    const other = service.client();
    await other.post('/api/auth/login', { email, password, rememberMe: true });
    const answer = await client.post('/api/users/profile', {
      password: 'Brand-New-1',
      currentPassword: password,
    });
    expect(answer.status).toBe(200);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await service.client().post('/api/auth/login', { email, password: 'Brand-New-1' })).status).toBe(
      200,
    );
    expect(await actions(email)).toEqual(
      expect.arrayContaining(['SECURITY_PASSWORD_CHANGED', 'SECURITY_ALL_SESSIONS_REVOKED']),
    );
    await service.mails(email);
    expect(
      await service.sql`SELECT 1 FROM emails WHERE to_address = ${email} AND type = 'password_changed'`,
    ).toHaveLength(1);
  });

  test('does not overwrite a password that was set while the current one was being checked', async () => {
    const { client, id } = await newUser(service);
    const late = await during(
      service,
      (tx) => tx`UPDATE users SET password_hash = 'another' WHERE id = ${id}`,
      () => client.post('/api/users/profile', { password: 'Brand-New-1', currentPassword: password }),
    );
    expect([late.status, late.body.error?.code]).toEqual([401, 'CURRENT_PASSWORD_WRONG']);
    const [row] = await service.sql`SELECT password_hash FROM users WHERE id = ${id}`;
    expect(row?.passwordHash).toBe('another');
  });

  test('invalidates an open reset link', async () => {
    const { client, email } = await newUser(service);
    await service.client().post('/api/auth/forgot-password', { email });
    const token = await service.mailedToken(email);
    await client.post('/api/users/profile', { password: 'Brand-New-1', currentPassword: password });
    expect(
      (await service.client().post('/api/auth/reset-password', { token, password: 'Brand-New-2' })).status,
    ).toBe(400);
  });

  test('cannot be one of the last five', async () => {
    const { client } = await newUser(service);
    const chain = [password, 'Password-2', 'Password-3', 'Password-4', 'Password-5', 'Password-6'];
    const change = (from: string, to: string) =>
      client.post('/api/users/profile', { password: to, currentPassword: from });
    for (let nth = 1; nth < chain.length; nth++)
      expect((await change(chain[nth - 1] ?? '', chain[nth] ?? '')).status).toBe(200);
    for (const used of chain.slice(1))
      expect((await change('Password-6', used)).body.error.code).toBe('PASSWORD_REUSED');
    expect((await change('Password-6', password)).status).toBe(200);
  });

  test('needs no current password when it is the first one', async () => {
    const { client, id, email } = await newUser(service);
    await takePassword(service, id);
    expect((await client.post('/api/users/profile', { password: 'First-Ever-1' })).status).toBe(200);
    expect((await service.client().post('/api/auth/login', { email, password: 'First-Ever-1' })).status).toBe(
      200,
    );
  });
});

describe('the picture', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const put = (client: Awaited<ReturnType<typeof newUser>>['client'], raw: Buffer, type = 'image/png') =>
    client.put('/api/users/profile/picture', undefined, { raw, headers: { 'content-type': type } });

  test('can be stored, shown and removed', async () => {
    const { client } = await newUser(service);
    expect((await client.get('/api/users/profile/picture')).status).toBe(404);
    expect((await put(client, png)).status).toBe(200);
    const shown = await client.get('/api/users/profile/picture');
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Number(shown.headers.get('content-length'))).toBe(png.length);
    expect((await client.delete('/api/users/profile/picture')).status).toBe(200);
    expect((await client.delete('/api/users/profile/picture')).status).toBe(404);
  });

  test('is served as it is, with an ETag that spares the client a second copy', async () => {
    const { client } = await newUser(service);
    const path = '/api/users/profile/picture';
    const image = Buffer.concat([png, Buffer.alloc(50_000)]);
    await put(client, image);
    const headers = { 'accept-encoding': 'br, gzip' };
    const shown = await client.get(path, { headers });
    const etag = shown.headers.get('etag') ?? '';
    expect([shown.headers.get('content-encoding'), shown.headers.get('cache-control')]).toEqual([
      null,
      'private, no-cache',
    ]);
    expect(Number(shown.headers.get('content-length'))).toBe(image.length);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await client.get(path, { headers: { ...headers, 'if-none-match': known } });
      expect([again.status, again.headers.get('etag'), again.text]).toEqual([304, etag, '']);
    }
    await put(client, png);
    expect((await client.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
    const other = await newUser(service);
    expect((await other.client.get(path, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  test('counts against the account, sent or read, whichever address it comes from', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PICTURE: '3/1h' } });
    const { client } = await newUser(limited);
    const path = '/api/users/profile/picture';
    expect((await put(client, png)).status).toBe(200);
    const { headers } = await client.get(path);
    expect((await client.get(path)).status).toBe(200);
    for (const refused of [await client.get(path), await put(client, png)]) {
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await client.get(path, known)).status).toBe(304);
    const other = await newUser(limited);
    expect((await put(other.client, png)).status).toBe(200);
    limited.clock.advance({ hours: 1, seconds: 1 });
    expect((await put(other.client, png)).status).toBe(200);
  });

  test('gets its type from its content, not from the header', async () => {
    const { client } = await newUser(service);
    expect((await put(client, png, 'text/html')).status).toBe(200);
    expect((await client.get('/api/users/profile/picture')).headers.get('content-type')).toBe('image/png');
  });

  test.each([
    ['a script labeled as an image', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF, even though documents can be allowed', Buffer.from('%PDF-1.7\n')],
    ['nothing', Buffer.alloc(0)],
  ])('cannot be %s', async (_name, bytes) => {
    const { client } = await newUser(service);
    const answer = await put(client, bytes);
    expect(answer.status).toBe(415);
    expect(answer.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test('is limited to exactly UPLOAD_MAX_SIZE bytes, and to UPLOAD_ALLOWED_TYPES', async () => {
    const small = await startService({
      env: { UPLOAD_MAX_SIZE: '1000', UPLOAD_ALLOWED_TYPES: 'image/png,application/pdf' },
    });
    const { client } = await newUser(small);
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    expect((await put(client, padded(1000))).status).toBe(200);
    const large = await put(client, padded(1001));
    expect(large.status).toBe(413);
    expect(large.body.error.code).toBe('PAYLOAD_TOO_LARGE');
    expect((await put(client, Buffer.from('GIF89a'))).status).toBe(415);
  });
});

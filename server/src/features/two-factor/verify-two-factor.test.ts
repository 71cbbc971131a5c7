import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { enroll, startLogins } from '@latchkey/server/testing/two-factor';
import { expect, test } from 'vitest';

const service = started(startService);

const revoked = async (email: string) =>
  (await service.audit(email)).filter(({ action }) => action === 'SECURITY_ALL_SESSIONS_REVOKED');

test('enabling two-factor ends every other session, every remembered login and a half-finished login', async () => {
  const { email, id, client, tokens } = await newUser(service);
  const thief = service.client();
  await thief.post('/api/auth/login', { email, password, rememberMe: true });
  const [half] = await startLogins(service, id, 1);
  // The browser in which it is turned on, also remembered.
  const own = service.client();
  await own.post('/api/auth/login', { email, password, rememberMe: true });
  await enroll(service, own);

  for (const other of [client, thief]) expect((await other.get('/api/auth/me')).status).toBe(401);
  const bearer = service.client();
  bearer.bearer = tokens.accessToken;
  expect((await bearer.get('/api/auth/me')).status).toBe(401);
  expect((await half?.validate('123456'))?.body.error.code).toBe('PENDING_TOKEN_INVALID');
  expect((await revoked(email)).map(({ metadata }) => metadata)).toEqual([
    { reason: 'two_factor_enabled', sessions: 2, rememberMeSeries: 2 },
  ]);

  expect((await own.get('/api/auth/me')).body.user.twoFactorEnabled).toBe(true);
  // A thief may have a copy of its remembered login: the session continues, the remembered login doesn't.
  own.cookies.delete('latchkey_session');
  expect((await own.get('/api/auth/me')).status).toBe(401);
});

test('enabling two-factor with an access token keeps the session that the token belongs to', async () => {
  const { client, tokens } = await newUser(service);
  const bearer = service.client();
  bearer.bearer = tokens.accessToken;
  await enroll(service, bearer);
  expect((await client.get('/api/auth/me')).status).toBe(200);
});

test('enabling two-factor records nothing when there are no other sessions to end', async () => {
  const { client, email } = await newUser(service);
  await enroll(service, client);
  expect(await revoked(email)).toEqual([]);
});

test('a wrong first code ends no session', async () => {
  const { client, email } = await newUser(service);
  const other = service.client();
  await other.post('/api/auth/login', { email, password });
  await client.post('/api/auth/2fa/setup');
  expect((await client.post('/api/auth/2fa/verify', { code: '000000' })).status).toBe(401);
  expect((await other.get('/api/auth/me')).status).toBe(200);
});

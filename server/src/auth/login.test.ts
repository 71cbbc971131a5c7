import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser, password, startService, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('signs in with the registered password and tells who it is', async () => {
  const { client, email } = await newUser(service);
  const me = await client.get('/api/auth/me');
  expect(me.status).toBe(200);
  expect(me.body.user.email).toBe(email);
});

test('a wrong password and an unknown email get one and the same 401', async () => {
  const { email } = await newUser(service);
  const wrong = await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  const unknown = await service.client().post('/api/auth/login', { email: 'nobody@example.com', password });
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  const { requestId: _a, timestamp: _b, ...one } = wrong.body.error;
  const { requestId: _c, timestamp: _d, ...other } = unknown.body.error;
  expect(one).toEqual(other);
  expect(one).toMatchObject({
    type: 'AUTHENTICATION_ERROR',
    code: 'INVALID_CREDENTIALS',
    details: {},
    path: '/api/auth/login',
  });
});

import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { sessionRows } from '@latchkey/server/testing/standing';
import { newEnrolled } from '@latchkey/server/testing/two-factor';
import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/sql.ts';

const service = started(startService);

const loginDuring = (email: string, change: (tx: Db) => Promise<unknown>) =>
  during(service, change, () => service.client().post('/api/auth/login', { email, password }));
const sessionsOf = async (id: string) => (await sessionRows(service, id)).length;

test('a password changed while it is being checked opens no session', async () => {
  const { email, id } = await newUser(service);
  const login = await loginDuring(email, async (tx) => {
    await tx`UPDATE users SET password_hash = 'another' WHERE id = ${id}`;
    await tx`DELETE FROM sessions WHERE user_id = ${id}`;
  });
  expect(login.status).toBe(401);
  expect(login.body.error.code).toBe('INVALID_CREDENTIALS');
  expect(await sessionsOf(id)).toBe(0);
});

test('a password changed while it is being checked yields no pending token', async () => {
  const { email, id } = await newEnrolled(service);
  const login = await loginDuring(
    email,
    (tx) => tx`UPDATE users SET password_hash = 'another' WHERE id = ${id}`,
  );
  expect(login.status).toBe(401);
  expect(await service.sql`SELECT 1 FROM pending_logins WHERE user_id = ${id}`).toHaveLength(0);
});

test('a user deactivated while their password is being checked gets no session', async () => {
  const { email, id } = await newUser(service);
  const before = await sessionsOf(id);
  const login = await loginDuring(email, (tx) => tx`UPDATE users SET is_active = false WHERE id = ${id}`);
  expect(login.status).toBe(401);
  expect(await sessionsOf(id)).toBe(before);
});

test('two-factor turned on while the password is being checked is required', async () => {
  const { email, id } = await newUser(service);
  const before = await sessionsOf(id);
  const login = await loginDuring(
    email,
    (tx) => tx`UPDATE users SET two_factor_enabled = true WHERE id = ${id}`,
  );
  expect(login.body).toEqual({
    requiresTwoFactor: true,
    pendingToken: expect.any(String),
    methods: ['totp'],
  });
  expect(await sessionsOf(id)).toBe(before);
});

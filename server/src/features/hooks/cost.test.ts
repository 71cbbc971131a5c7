import { hookPoints } from '@latchkey/contract';
import { addHook, allowLoopback, dropHooks, newHookAdmin, startHooks } from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { asked } from '@latchkey/server/testing/statements';
import { expect, test } from 'vitest';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));

test('a sign-in asks the database for nothing more where no hook is on, and begins anew once where one is', async () => {
  const admin = await newHookAdmin(service);
  const { email } = await newUser(service);
  const login = () => asked(service, () => service.client().post('/api/auth/login', { email, password }));
  const without = await login();
  for (const point of hookPoints) await addHook(admin, point, receiver.url, { enabled: false });
  const off = await login();
  expect([off.roundTrips, off.statements]).toEqual([without.roundTrips, without.statements]);

  await dropHooks(service);
  await addHook(admin, 'sign_in.before', receiver.url);
  const on = await login();
  expect(on.answer.status).toBe(200);
  expect(on.roundTrips).toBeLessThanOrEqual(2 * without.roundTrips + 1);
});

import { hookPoints } from '@latchkey/contract';
import { eventually } from '@latchkey/server/testing/eventually';
import {
  addHook,
  allowLoopback,
  dropHooks,
  lastMailTo,
  newHookAdmin,
  startHooks,
  transactionsOf,
} from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { authorize, newApplication, redeem } from '@latchkey/server/testing/oidc';
import { newLoner } from '@latchkey/server/testing/organizations';
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

test('while a hook of any point is asked, no transaction is open', async () => {
  // The other test stopped the mail of its service.
  const apart = await startService({ env: allowLoopback });
  const admin = await newHookAdmin(apart);
  const { client } = await newLoner(apart);
  const application = await newApplication(apart);
  const { code } = (await authorize(client, application)).query;
  const seen: Record<string, number> = {};
  receiver.answer(async ({ type }) => {
    // What was begun is undone without waiting for that.
    await eventually(async () => expect(await transactionsOf(apart)).toEqual([]));
    seen[type] = (seen[type] ?? 0) + 1;
    return { decision: 'allow', claims: {} };
  });
  for (const point of hookPoints) await addHook(admin, point, receiver.url, { timeoutMs: 5000 });
  const { email } = await newUser(apart);
  await apart.mails(email);
  expect(await lastMailTo(apart, email)).toMatchObject([{ status: 'SENT', attempts: 1 }]);
  expect((await redeem(apart, application, code)).status).toBe(200);
  for (const point of hookPoints) expect([point, seen[point]]).toEqual([point, expect.any(Number)]);
});

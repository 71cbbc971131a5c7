import { newStaff, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Fails to sign in until the account is locked. */
async function lock(email: string): Promise<string> {
  let answer = await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  while (answer.status !== 423)
    answer = await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  return answer.body.error.details.lockedUntil;
}

test("an ADMIN sees the lock on their own account until it expires, and a USER doesn't see theirs", async () => {
  const [admin, person] = [await newStaff(service, 'ADMIN'), await newUser(service)];
  const shown = async ({ client }: typeof admin) => [
    (await client.get('/api/auth/me')).body.user.lockedUntil,
    (await client.get('/api/users/profile')).body.user.lockedUntil,
  ];
  expect(await shown(admin)).toEqual([null, null]);
  const until = await lock(admin.email);
  await lock(person.email);
  expect(await shown(admin)).toEqual([until, until]);
  expect(await shown(person)).toEqual([undefined, undefined]);
  service.clock.advance({ minutes: 16 });
  expect(await shown(admin)).toEqual([null, null]);
});

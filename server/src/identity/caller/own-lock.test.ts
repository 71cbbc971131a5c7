import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

/** Fails to sign in until the account is locked. */
async function lock(email: string): Promise<string> {
  let answer = await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  while (answer.status !== 423)
    answer = await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
  return answer.body.error.details.lockedUntil;
}

test('an ADMIN sees the lock on their own account until it expires, and other users do not see theirs', async () => {
  const [admin, owner] = [await newStaff(service, 'ADMIN'), await newUser(service)];
  const others = [
    owner,
    await newStaff(service, 'MODERATOR'),
    await newMember(service, owner.organizationId, 'ADMIN'),
    await newMember(service, owner.organizationId, 'MEMBER'),
  ];
  const shown = async ({ client }: (typeof others)[number]) => [
    (await client.get('/api/auth/me')).body.user.lockedUntil,
    (await client.get('/api/users/profile')).body.user.lockedUntil,
  ];
  expect(await shown(admin)).toEqual([null, null]);
  const until = await lock(admin.email);
  expect(await shown(admin)).toEqual([until, until]);
  for (const other of others) {
    await lock(other.email);
    expect(await shown(other)).toEqual([undefined, undefined]);
  }
  service.clock.advance({ minutes: 16 });
  expect(await shown(admin)).toEqual([null, null]);
});

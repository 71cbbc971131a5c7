import { newUser, password, startService } from '@latchkey/server/testing/service';
import { expect, onTestFinished, test } from 'vitest';
import { seedAdmin } from './admins.ts';

test('a registered address is not promoted at startup, and the operator learns that anyone may have registered it', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const email = 'root@example.com';
  const { id } = await newUser(service, { email });
  const config = { ...service.deps.config, seedAdmin: { email, password } };
  await expect(seedAdmin({ ...service.deps, config })).rejects.toThrow(
    `Anyone can register an address. If it's yours, promote it: npx latchkey user set-role ${email} ADMIN`,
  );
  const [user] = await service.sql`SELECT role FROM users WHERE id = ${id}`;
  expect(user).toEqual({ role: 'USER' });
});

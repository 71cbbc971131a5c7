import { NewPassword } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { hasActiveAdmin, insertUser } from './store.ts';

/** An ADMIN made by whoever runs the service. His address is taken as verified. The fault in words when refused. */
export async function createAdmin(deps: Deps, email: string, password: string): Promise<string | undefined> {
  const checked = NewPassword.safeParse(password);
  if (!checked.success)
    return `The password is refused: ${checked.error.issues.map((issue) => issue.message).join(' ')}`;
  const passwordHash = await deps.hasher.hash(password);
  if (!passwordHash) return 'The service is too busy to hash a password.';
  const now = deps.clock.now();
  const id = uuidv7();
  return transact(deps, async (tx) => {
    const names = { username: null, firstName: null, lastName: null };
    const inserted = await insertUser(tx, {
      id,
      email,
      ...names,
      passwordHash,
      role: 'ADMIN',
      emailVerifiedAt: now,
      now,
    });
    if (!inserted)
      return `There is an account with the email ${email} already. To promote it: latchkey user set-role ${email} ADMIN`;
    const user = { id, email, organizationId: null };
    await record(
      tx,
      { ipAddress: null, userAgent: null, now },
      { action: 'AUTH_REGISTER', user, metadata: { role: 'ADMIN' } },
    );
    return undefined;
  });
}

/** Once: an installation that has an ADMIN keeps the one it has. */
export async function seedAdmin(deps: Deps): Promise<void> {
  const { seedAdmin: seed } = deps.config;
  if (!seed || (await hasActiveAdmin(deps.sql))) return;
  const fault = await createAdmin(deps, seed.email, seed.password);
  if (fault) throw new Error(`SEED_ADMIN_EMAIL: ${fault}`);
  deps.log.info({ email: seed.email }, 'the first ADMIN is created');
}

import { NewPassword } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { findUser, findUserByEmail, insertUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { SystemContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from './about-user.ts';

export type NewAdmin = { email: string; password: string };
type AdminRefusal = Refusal<'VALIDATION_FAILED' | 'OVERLOADED' | 'EMAIL_TAKEN'>;

/** An ADMIN made by whoever runs the service, so that the address counts as verified. */
export async function createAdmin(
  { deps, origin }: SystemContext,
  { email, password }: NewAdmin,
): Promise<{ id: string } | AdminRefusal> {
  const checked = NewPassword.safeParse(password);
  if (!checked.success)
    return refuse('VALIDATION_FAILED', {
      details: { password: checked.error.issues.map(({ message }) => message) },
    });
  const lane = laneOf('command', email, origin);
  const passwordHash = await deps.hasher.hash(password, lane);
  if (!passwordHash) return overloaded(deps, lane);
  const { now } = origin;
  const id = uuidv7();
  const names = { username: null, firstName: null, lastName: null };
  return transact(deps, async (tx) => {
    const admin = { id, email, ...names, passwordHash, role: 'ADMIN', emailVerifiedAt: now, now } as const;
    if (!(await insertUser(tx, admin))) {
      const hasAccount = (await findUserByEmail(tx, email, now)) !== undefined;
      return refuse('EMAIL_TAKEN', { details: { hasAccount } });
    }
    const user = await findUser(tx, id, now);
    if (!user) throw new Error('a user that was just inserted is not there');
    await record(tx, origin, { action: 'AUTH_REGISTER', user: null, ...aboutUser(user, { role: 'ADMIN' }) });
    return { id };
  });
}

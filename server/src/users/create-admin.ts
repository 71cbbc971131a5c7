import { NewPassword } from '@latchkey/contract';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import type { SystemContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { insertAdmin } from './insert-admin.ts';

export type NewAdmin = { email: string; password: string };
type AdminRefusal = Refusal<'VALIDATION_FAILED' | 'OVERLOADED' | 'EMAIL_TAKEN'>;

/** From the command line, and from the environment at startup. */
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
  return transact(deps, async (tx) => {
    const admin = await insertAdmin(tx, { email, passwordHash, firstName: null, lastName: null }, origin);
    if (admin) return { id: admin.id };
    const hasAccount = (await findUserByEmail(tx, email, origin.now)) !== undefined;
    return refuse('EMAIL_TAKEN', { details: { hasAccount } });
  });
}

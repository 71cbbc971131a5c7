import { lifetimes, NewPassword } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { laneOf } from '../accounts/lane.ts';
import { findUserByEmail, hasActiveAdmin, insertUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { ConfigError } from '../config.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../origin.ts';

/** An ADMIN made by whoever runs the service. His address is taken as verified. The fault in words when refused. */
export async function createAdmin(
  deps: Deps,
  { email, password }: { email: string; password: string },
  origin: Origin,
): Promise<string | undefined> {
  const checked = NewPassword.safeParse(password);
  if (!checked.success)
    return `The password is refused: ${checked.error.issues.map((issue) => issue.message).join(' ')}`;
  const passwordHash = await deps.hasher.hash(password, laneOf('command', email, origin));
  if (!passwordHash) return 'The service is too busy to hash a password.';
  const { now } = origin;
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
    if (!inserted) return takenWords(email, (await findUserByEmail(tx, email, now)) !== undefined);
    const metadata = { role: 'ADMIN', targetUserId: id, targetEmail: email };
    await record(tx, origin, { action: 'AUTH_REGISTER', user: null, metadata });
    return undefined;
  });
}

function takenWords(email: string, hasAccount: boolean): string {
  if (hasAccount)
    return `There is an account with the email ${email} already. To promote it: latchkey user set-role ${email} ADMIN`;
  return `An account had the email ${email} until lately and can still get it back. Try again in ${lifetimes.emailChangeUndoHours} hours.`;
}

/** Once: an installation that has an ADMIN keeps the one it has. */
export async function seedAdmin(deps: Deps): Promise<void> {
  const { seedAdmin: seed } = deps.config;
  if (!seed || (await hasActiveAdmin(deps.sql))) return;
  const origin = { ipAddress: null, userAgent: null, now: deps.clock.now() };
  const fault = await createAdmin(deps, seed, origin);
  // Of several nodes that start together, one was first.
  if (fault && (await hasActiveAdmin(deps.sql))) return;
  if (fault) throw new ConfigError([`SEED_ADMIN_EMAIL, SEED_ADMIN_PASSWORD: ${fault}`]);
  deps.log.info({ email: seed.email }, 'the first ADMIN is created');
}

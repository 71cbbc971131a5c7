import { uuidv7 } from 'uuidv7';
import { insertUser, type NewUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Tx } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { aboutUser } from './about-user.ts';

type NewAdmin = Pick<NewUser, 'email' | 'passwordHash' | 'firstName' | 'lastName'>;

/** An ADMIN made by whoever runs the service, so the address counts as verified. Undefined when it is taken. */
export async function insertAdmin(tx: Tx, admin: NewAdmin, origin: Origin): Promise<UserRow | undefined> {
  const { now } = origin;
  const more = { id: uuidv7(), username: null, role: 'ADMIN', emailVerifiedAt: now, now } as const;
  const user = await insertUser(tx, { ...admin, ...more });
  if (!user) return undefined;
  await record(tx, origin, { action: 'AUTH_REGISTER', user: null, ...aboutUser(user, { role: 'ADMIN' }) });
  return user;
}

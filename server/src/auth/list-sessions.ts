import type { Session } from '@latchkey/contract';
import type { z } from 'zod';
import { describeDevice } from '../accounts/devices.ts';
import { findLiveSessions } from '../accounts/session-store.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';

export async function listSessions({ deps, caller, origin }: Context): Promise<z.infer<typeof Session>[]> {
  // Last-seen times are written late. This makes the list current.
  await deps.lastUse.sessions.flush();
  const rows = await findLiveSessions(deps.sql, caller.user.id, origin.now);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionIdOf(caller),
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    device: describeDevice(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

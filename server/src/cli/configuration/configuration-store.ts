import { locks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';

/** One file at a time: others wait for as long as it takes. */
export async function lockConfiguration(tx: Db): Promise<void> {
  await tx`SELECT set_config('lock_timeout', '0', true)`;
  await tx`SELECT pg_advisory_xact_lock(${locks.configuration}), set_config('lock_timeout', '10s', true)`;
}

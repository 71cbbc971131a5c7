import type { Hook, HookPoint } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

/** A hook that is to be asked. The secrets are sealed, in hex. */
export type AskedHook = Pick<Hook, 'id' | 'point' | 'url' | 'timeoutMs' | 'onFailure'> & {
  secrets: string[];
};

/**
 * The hook of a point while it is turned on, as a column of a statement that runs anyway: without hooks, none is added, and
 * a change of one holds from the next statement on.
 */
export function hookAt(db: Db, point: HookPoint, now: Date) {
  return db`
    (SELECT json_build_object(
       'id', h.id, 'point', h.point, 'url', h.url, 'timeoutMs', h.timeout_ms, 'onFailure', h.on_failure,
       'secrets', ${secretsOf(db, now)})
       FROM hooks h WHERE h.point = ${point} AND h.enabled)`;
}

/** All that sign now, current one first. */
export function secretsOf(db: Db, now: Date) {
  return db`ARRAY(
    SELECT encode(s.sealed, 'hex') FROM hook_secrets s
     WHERE s.hook_id = h.id AND (s.expires_at IS NULL OR s.expires_at > ${now}) ORDER BY s.id DESC)`;
}

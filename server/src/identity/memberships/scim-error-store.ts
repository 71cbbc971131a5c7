import { scimErrorDays, scimErrorLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

export type ScimErrorRow = {
  at: Date;
  method: string;
  path: string;
  status: number;
  scimType: string | null;
  detail: string;
};

/** Long enough for every path and detail of ours. */
const shown = (text: string) => text.slice(0, 1000);

/**
 * Keeps what a directory was refused, for its administrators to read, and forgets the oldest beyond the limit. A query
 * is left out: its filter may name a person. Not in the transaction of the request, which a refusal undoes.
 */
export async function recordScimError(db: Db, organizationId: string, error: ScimErrorRow): Promise<void> {
  const { at, method, path, status, scimType, detail } = error;
  const [bare = ''] = path.split('?');
  await db`
    INSERT INTO scim_errors (id, organization_id, at, method, path, status, scim_type, detail)
    SELECT ${uuidv7()}, o.id, ${at}, ${method}, ${shown(bare)}, ${status}, ${scimType}, ${shown(detail)}
      FROM organizations o WHERE o.id = ${organizationId}`;
  await db`
    DELETE FROM scim_errors WHERE id IN (
      SELECT id FROM scim_errors WHERE organization_id = ${organizationId}
       ORDER BY at DESC, id DESC OFFSET ${scimErrorLimit} FOR UPDATE SKIP LOCKED)`;
}

export function listScimErrorRows(db: Db, organizationId: string, now: Date): Promise<ScimErrorRow[]> {
  return db<ScimErrorRow[]>`
    SELECT at, method, path, status, scim_type, detail FROM scim_errors
     WHERE organization_id = ${organizationId} AND at > ${longAgo(now)}
     ORDER BY at DESC, id DESC LIMIT ${scimErrorLimit}`;
}

const longAgo = (now: Date) => new Date(now.getTime() - scimErrorDays * 86_400_000);

export const sweepScimErrors: Sweep = (db, now) => sweepSome(db, 'scim_errors', db`at < ${longAgo(now)}`);

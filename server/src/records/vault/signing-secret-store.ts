import { webhookLimits } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

/** What signs with secrets of its own, each in a table of the same form. */
export type Signer = { kind: 'webhook' | 'hook'; id: string };
export type NewSecret = { id: string; sealed: Buffer; now: Date };

const tables = { webhook: 'webhook_secrets', hook: 'hook_secrets' } as const;
const owners = { webhook: 'webhook_id', hook: 'hook_id' } as const;

/**
 * The new secret is current from now on. The previous one also signs until `overlapUntil`; if that is now, all earlier
 * ones end.
 */
export async function insertSecret(
  tx: Db,
  { kind, id: ownerId }: Signer,
  { id, sealed, now }: NewSecret,
  overlapUntil: Date,
): Promise<void> {
  const [table, owner] = [tx(tables[kind]), tx(owners[kind])];
  const endsAll = overlapUntil <= now;
  await tx`
    UPDATE ${table} SET expires_at = ${overlapUntil}
     WHERE ${owner} = ${ownerId} AND (expires_at IS NULL OR ${endsAll})`;
  await tx`
    INSERT INTO ${table} (id, ${owner}, sealed, created_at) VALUES (${id}, ${ownerId}, ${sealed}, ${now})`;
  await tx`
    DELETE FROM ${table} WHERE ${owner} = ${ownerId} AND (expires_at <= ${now} OR id NOT IN (
      SELECT id FROM ${table} WHERE ${owner} = ${ownerId} ORDER BY id DESC LIMIT ${webhookLimits.secrets}))`;
}

const sweepOf =
  (kind: Signer['kind']): Sweep =>
  (db, now) =>
    sweepSome(db, tables[kind], db`expires_at < ${now}`);

export const secretSweeps: Sweep[] = [sweepOf('webhook'), sweepOf('hook')];

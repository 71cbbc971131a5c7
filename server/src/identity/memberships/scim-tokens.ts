import type { Db } from '../../platform/db/sql.ts';
import { type AuditEvent, record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { deleteScimTokensOf, type ScimTokenRow } from './scim-token-store.ts';

type Told = { what: 'CREATED' | 'REVOKED'; actor: AuditEvent['user']; reason?: string };

export function recordScimToken(tx: Db, origin: Origin, row: ScimTokenRow, { what, actor, reason }: Told) {
  const { id: tokenId, organizationId, description } = row;
  return record(tx, origin, {
    action: `ORG_SCIM_TOKEN_${what}`,
    user: actor,
    organizationId,
    metadata: { tokenId, description, ...(reason && { reason }) },
  });
}

/** Revokes tokens of directories: all of an organization, or those that a user created since then. */
export async function endScimTokens(
  tx: Db,
  tokens: Parameters<typeof deleteScimTokensOf>[1],
  because: Pick<Told, 'actor' | 'reason'>,
  origin: Origin,
): Promise<void> {
  for (const row of await deleteScimTokensOf(tx, tokens))
    await recordScimToken(tx, origin, row, { what: 'REVOKED', ...because });
}

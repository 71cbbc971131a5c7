import type { Domain } from '@latchkey/contract';
import type { DomainRow } from '../../identity/memberships/domain-store.ts';

/** Where the TXT record is published, and what it says. */
export function recordOf({ name, challenge }: Pick<DomainRow, 'name' | 'challenge'>): Domain['record'] {
  return { type: 'TXT', name: `_latchkey-challenge.${name}`, value: challenge };
}

export function presentDomain(row: DomainRow): Domain {
  const { id, name, autoJoin, verifiedAt, checkedAt, createdAt } = row;
  return {
    id,
    name,
    verified: verifiedAt !== null,
    record: recordOf(row),
    autoJoin,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    checkedAt: checkedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

import type { AuditEntry, AuditProof, AuditSummary } from '@latchkey/contract';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import { hexOf } from '../../records/audit/entry-leaf.ts';
import type { Head } from '../../records/audit/seal-store.ts';
import type { Proof } from './proof.ts';
import type { Summary } from './summary.ts';

/** The only form in which an entry leaves the service. */
export function presentEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    userId: row.userId,
    userEmail: row.userEmail,
    action: row.action,
    category: row.category,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    organizationId: row.organizationId,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  };
}

export function presentListed(row: AuditRow, sealed: ReadonlySet<string>): AuditEntry {
  return { ...presentEntry(row), sealed: sealed.has(row.id) };
}

export function presentSummary({ bars, tooBroad, reasons, addresses }: Summary): AuditSummary {
  return {
    bars: bars.map(({ low, high, events, failures, atLeast }) => ({
      from: low.toISOString(),
      to: new Date(high.getTime() - 1).toISOString(),
      events,
      failures,
      ...(atLeast && { atLeast: true as const }),
    })),
    ...(tooBroad && { tooBroad: true as const }),
    reasons,
    addresses,
  };
}

export function presentHead(head: Head | undefined) {
  return head
    ? { sequence: head.sequence, root: hex(head.root), sealedAt: head.sealedAt.toISOString() }
    : { sequence: 0, root: null, sealedAt: null };
}

export function presentProof({ entry, hashes, path, seal, previousRoot }: Proof): AuditProof {
  const { salt, clientSalt, metadataSalt, leaf, at } = entry;
  const { sequence, entries, oldest, newest, sealedAt, entriesRoot, root } = seal;
  const { userEmail, ipAddress, userAgent, metadata } = hashes;
  return {
    entry: presentEntry(entry),
    createdAt: at,
    salt: salt && hex(salt),
    hashes: { userEmail: hex(userEmail), ipAddress: hex(ipAddress), userAgent: hex(userAgent) },
    hashed: hashedFields(metadata),
    ...(clientSalt && { clientSalt: hex(clientSalt) }),
    ...(metadata && { metadataSalt: metadataSalt && hex(metadataSalt), metadataHashes: hexOf(metadata) }),
    leaf: hex(leaf),
    path: path.map(({ side, hash }) => ({ side, hash: hex(hash) })),
    seal: {
      sequence,
      entries,
      oldest: oldest.toISOString(),
      newest: newest.toISOString(),
      sealedAt: sealedAt.toISOString(),
      entriesRoot: hex(entriesRoot),
      previousRoot: hex(previousRoot),
      root: hex(root),
    },
  };
}

function hashedFields(metadata: Proof['hashes']['metadata']): string[] {
  const fields = [...(metadata?.keys() ?? [])].map((field) => `metadata.${field}`);
  return ['userEmail', 'ipAddress', 'userAgent', ...fields];
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex');
}

import type { AuditRow } from './audit-store.ts';
import { leafOf, sha256Of } from './chain.ts';
import { blankFields, valueAt } from './personal-fields.ts';

/** The acting user's personal fields. Their names are equally long, so none can pass for another. */
const personal = ['userEmail', 'ipAddress', 'userAgent'] as const;
type Personal = (typeof personal)[number];

/** `metadata`: by dotted path. Null if none of the entry's metadata is hashed, as in entries that name no other person. */
export type PersonalHashes = Record<Personal, Buffer> & { metadata: Map<string, Buffer> | null };

/** An entry as it is sealed: its time to the microsecond, as the database has it. */
export type SealableRow = Omit<AuditRow, 'createdAt'> & { at: string };

/** What the seal keeps for the hashes of an entry: a salt, or the hashes themselves once the fields are erased. */
export type Salts = {
  salt: Buffer | null;
  hashes: Buffer | null;
  /** Set if the IP address and the browser are another person's than the email. */
  clientSalt: Buffer | null;
  clientHashes: Buffer | null;
  metadataFields: string[] | null;
  metadataSalt: Buffer | null;
  metadataHashes: Buffer | null;
};

const hashBytes = 32;
const nothing = Buffer.alloc(0);

/** Salted, so that an attacker who has only the hash can't try addresses against it. */
function hashOf(salt: Buffer, name: string, value: unknown): Buffer {
  return sha256Of(salt, name, typeof value === 'string' ? `\u0001${value}` : '\u0000');
}

function nth(hashes: Buffer | null, at: number): Buffer {
  return (hashes ?? nothing).subarray(at * hashBytes, (at + 1) * hashBytes);
}

type HashedRow = Pick<SealableRow, Personal | 'metadata'>;

/** The hashes of an entry's personal fields, computed from what is still there, and as kept for what is erased. */
export function hashPersonal(row: HashedRow, salts: Salts): PersonalHashes {
  const { salt, hashes, clientSalt, clientHashes } = salts;
  const ofClient = (name: 'ipAddress' | 'userAgent', at: 1 | 2) => {
    if (clientHashes) return nth(clientHashes, at - 1);
    const own = clientSalt ?? salt;
    return own ? hashOf(own, name, row[name]) : nth(hashes, at);
  };
  return {
    userEmail: salt ? hashOf(salt, 'userEmail', row.userEmail) : nth(hashes, 0),
    ipAddress: ofClient('ipAddress', 1),
    userAgent: ofClient('userAgent', 2),
    metadata: hashMetadata(row, salts),
  };
}

function hashMetadata({ metadata }: HashedRow, salts: Salts): Map<string, Buffer> | null {
  const { metadataFields, metadataSalt, metadataHashes } = salts;
  if (!metadataFields) return null;
  return new Map(
    metadataFields.map((field, at) => [
      field,
      metadataSalt ? hashOf(metadataSalt, field, valueAt(metadata, field)) : nth(metadataHashes, at),
    ]),
  );
}

/** Whether a field that the seal says is erased holds a value. */
export function isRefilled(row: HashedRow, { salt, clientSalt, ...salts }: Salts): boolean {
  const separate = clientSalt !== null || salts.clientHashes !== null;
  const { metadataFields, metadataSalt } = salts;
  return (
    (!salt && row.userEmail !== null) ||
    (!(separate ? clientSalt : salt) && (row.ipAddress ?? row.userAgent) !== null) ||
    (!metadataSalt && (metadataFields ?? []).some((field) => (valueAt(row.metadata, field) ?? null) !== null))
  );
}

export function entryLeaf(row: SealableRow, hashes: PersonalHashes): Buffer {
  const { id, at, userId, organizationId, action, category } = row;
  const shown = Object.fromEntries(personal.map((name) => [name, hashes[name].toString('hex')]));
  const metadata = hashes.metadata ? blankFields(row.metadata, [...hashes.metadata.keys()]) : row.metadata;
  const hashed = hashes.metadata && { metadataHashes: hexOf(hashes.metadata) };
  return leafOf(
    canonical({ id, createdAt: at, userId, organizationId, action, category, metadata, ...shown, ...hashed }),
  );
}

export function hexOf(hashes: ReadonlyMap<string, Buffer>): Record<string, string> {
  return Object.fromEntries([...hashes].map(([field, hash]) => [field, hash.toString('hex')]));
}

/** For an entry that was gone before it could be sealed: its absence is sealed instead. */
export function missingLeaf(id: string, at: string): Buffer {
  return leafOf(canonical({ id, createdAt: at, missing: true }));
}

/** JSON without spaces, keys sorted: the same value always gives the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join()}}`;
}

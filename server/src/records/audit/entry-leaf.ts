import type { AuditRow } from './audit-store.ts';
import { leafOf, sha256Of } from './chain.ts';

/** The fields that may have to be erased one day. Their names are equally long, so none can pass for another. */
const personal = ['userEmail', 'ipAddress', 'userAgent'] as const;
type Personal = (typeof personal)[number];
export type PersonalHashes = Record<Personal, Buffer>;

/** An entry as it is sealed: its time to the microsecond, as the database has it. */
export type SealableRow = Omit<AuditRow, 'createdAt'> & { at: string };

const hashBytes = 32;

/** Salted, so that an attacker who has only the hash can't try addresses against it. */
export function hashPersonal(row: Pick<SealableRow, Personal>, salt: Buffer): PersonalHashes {
  const hashOf = (name: Personal) => {
    const value = row[name];
    return sha256Of(salt, name, value === null ? '\u0000' : `\u0001${value}`);
  };
  return { userEmail: hashOf('userEmail'), ipAddress: hashOf('ipAddress'), userAgent: hashOf('userAgent') };
}

/** As kept once the fields themselves are erased. */
export function splitHashes(hashes: Buffer): PersonalHashes {
  const nth = (at: number) => hashes.subarray(at * hashBytes, (at + 1) * hashBytes);
  return { userEmail: nth(0), ipAddress: nth(1), userAgent: nth(2) };
}

export function entryLeaf(row: SealableRow, hashes: PersonalHashes): Buffer {
  const { id, at, userId, organizationId, action, category, metadata } = row;
  const shown = Object.fromEntries(personal.map((name) => [name, hashes[name].toString('hex')]));
  return leafOf(
    canonical({ id, createdAt: at, userId, organizationId, action, category, metadata, ...shown }),
  );
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

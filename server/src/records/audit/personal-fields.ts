import type { AuditAction } from '@latchkey/contract';
import type { AuditRow } from './audit-store.ts';

/** An address is personal wherever it stands. */
const always = ['targetEmail', 'email'] as const;
const moved = ['from', 'to'] as const;
const profile = ['email', 'username', 'firstName', 'lastName'];
// What people call what is theirs tends to name them.
const called = ['name'] as const;

/**
 * The personal fields of each action's metadata beyond those, as dotted paths: addresses and names of people. They enter
 * the seal as salted hashes, so they can be erased. Add a line here when an action's metadata names a person.
 */
const personalMetadata: Partial<Record<AuditAction, readonly string[]>> = {
  AUTH_PASSKEY_REGISTERED: called,
  AUTH_PASSKEY_REMOVED: called,
  SECURITY_EMAIL_CHANGED: moved,
  SECURITY_EMAIL_CHANGE_UNDONE: moved,
  API_KEY_CREATED: called,
  API_KEY_UPDATED: ['changes.name'],
  API_KEY_REVOKED: called,
  ADMIN_IMPERSONATION_START: ['reason'],
  ADMIN_USER_UPDATED: profile.flatMap((name) => [`changes.${name}.from`, `changes.${name}.to`]),
  ORG_SCIM_TOKEN_CREATED: ['description'],
  ORG_SCIM_TOKEN_REVOKED: ['description'],
  ORG_KEY_CREATED: called,
  ORG_KEY_UPDATED: [...called, 'changes.name.from', 'changes.name.to'],
  ORG_KEY_ROTATED: called,
  ORG_KEY_REVOKED: called,
};

type Described = Pick<AuditRow, 'action' | 'metadata'>;

export function valueAt(metadata: Record<string, unknown>, path: string): unknown {
  let value: unknown = metadata;
  for (const key of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return value;
}

/** The fields of this entry that are hashed when it is sealed. Null if it has none. */
export function personalFieldsOf({ action, metadata }: Described): string[] | null {
  const found = [...always, ...(personalMetadata[action] ?? [])].filter(
    (path) => typeof valueAt(metadata, path) === 'string',
  );
  return found.length > 0 ? found : null;
}

/** As the entry is kept once these fields are erased. */
export function blankFields(
  metadata: Record<string, unknown>,
  fields: readonly string[],
): Record<string, unknown> {
  const blank = structuredClone(metadata);
  for (const field of fields) {
    const keys = field.split('.');
    const last = keys.pop() ?? '';
    const holder = keys.length > 0 ? valueAt(blank, keys.join('.')) : blank;
    if (typeof holder === 'object' && holder !== null && last in holder)
      (holder as Record<string, unknown>)[last] = null;
  }
  return blank;
}

/** Whether an ADMIN acted as the entry's user: IP address and browser are the ADMIN's. */
export function isImpersonated({ metadata }: Pick<AuditRow, 'metadata'>): boolean {
  return typeof metadata.impersonatedBy === 'string';
}

/** Which parts of an entry are a person's own. */
export type OwnParts = { actor: boolean; client: boolean; subject: boolean };

type Person = { id: string; emails: readonly string[] };

/**
 * The metadata's fields belong to the user it targets, to the address it names if that has no account or is invited, and
 * otherwise to the acting user.
 */
export function ownPartsOf(
  entry: Pick<AuditRow, 'action' | 'metadata' | 'userId' | 'userEmail'>,
  { id, emails }: Person,
): OwnParts {
  const { userId, userEmail, metadata } = entry;
  const { targetUserId, email } = metadata;
  const actor = userId === id || (userId === null && userEmail !== null && emails.includes(userEmail));
  const byAddress = userId === null || entry.action.startsWith('ORG_INVITE_');
  const subject =
    typeof targetUserId === 'string'
      ? targetUserId === id
      : byAddress
        ? typeof email === 'string' && emails.includes(email)
        : userId === id;
  return { actor, client: metadata.impersonatedBy === id, subject };
}

import { hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { Deps } from '../deps.ts';
import { findKnownSecrets, type KnownSecrets } from './known-secret-store.ts';
import { findOwners } from './member-store.ts';

type Telling = { deps: Pick<Deps, 'outbox' | 'config'>; origin: { now: Date } };
type Maker = { id: string; email: string };

/** Enough to see what it is about. The pages list all. */
const mostListed = 20;

/**
 * Mails the OWNERs of organizations what to rotate, because the person who made it lost their standing there: tokens and
 * keys outlive their maker. `keeps`: the rank that they still have. After the change, in its transaction.
 */
export async function tellToRotate(
  telling: Telling,
  tx: Db,
  maker: Maker,
  { organizationIds, keeps = null }: { organizationIds: readonly string[]; keeps?: OrganizationRole | null },
): Promise<void> {
  const { now } = telling.origin;
  const known = await findKnownSecrets(tx, { makerId: maker.id, organizationIds, now });
  for (const each of known) await tellOwners(telling, tx, maker, withoutKept(each, keeps));
}

/** What a person may still use: an OWNER makes tokens, and an ADMIN keys. */
function withoutKept(known: KnownSecrets, keeps: OrganizationRole | null): KnownSecrets {
  const has = (rank: OrganizationRole) => keeps !== null && hasOrganizationRank(keeps, rank);
  return {
    ...known,
    tokens: has('OWNER') ? [] : known.tokens,
    keys: has('ADMIN') ? [] : known.keys,
  };
}

/** For a maker who is about to be deleted: read what they know before, and tell the OWNERs who are there after. */
export async function tellOwners(
  { deps }: Telling,
  tx: Db,
  { id, email }: { id: string; email?: string },
  { organizationId, organizationName, tokens, keys }: KnownSecrets,
): Promise<void> {
  const credentials = [
    ...tokens.map(({ description }) => ({ kind: 'token', name: description, prefix: null }) as const),
    ...keys.map(({ name, keyPrefix }) => ({ kind: 'key', name, prefix: keyPrefix }) as const),
  ];
  if (credentials.length === 0) return;
  const page = tokens.length > 0 ? '/organization/directory' : '/organization/keys';
  const mail = {
    type: 'credentials_to_rotate',
    person: email,
    organizationName,
    credentials: credentials.slice(0, mostListed),
    more: Math.max(0, credentials.length - mostListed),
    link: `${deps.config.baseUrl}${page}`,
  } as const;
  for (const owner of await findOwners(tx, organizationId))
    if (owner.id !== id) await mailUser(deps, tx, owner, mail);
}

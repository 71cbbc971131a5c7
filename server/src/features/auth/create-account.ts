import { type OrganizationRole, oneOrganization } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { findTaken, insertUser, type UserRow } from '../../identity/accounts/user-store.ts';
import type { OpenContext } from '../../identity/deps.ts';
import { heedRegistration } from '../../identity/hooks/registration.ts';
import { type LockedInvite, lockInvite } from '../../identity/memberships/invite-store.ts';
import { type JoinedBy, join, rankBy } from '../../identity/memberships/join.ts';
import { joinByDomain, mayJoinByDomain } from '../../identity/memberships/join-by-domain.ts';
import { findMembership, type OrganizationRow } from '../../identity/memberships/organization-store.ts';
import { commonDomains } from '../../identity/policies/effective-policy.ts';
import { refuseDomain } from '../../identity/policies/email-domains.ts';
import type { EntryRules } from '../../identity/policies/joining-store.ts';
import type { Config } from '../../platform/config/config.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import { checkInvite, refuseJoining } from '../organizations/invites.ts';
import { insertUnderFreeSlug } from '../organizations/organizations.ts';

export type Registration = {
  email: string;
  username?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  organizationName?: string | null | undefined;
  inviteToken?: string | null | undefined;
};
type Joined = { id: string; name: string; slug: string; role: OrganizationRole };
/** Without an organization: people create none here, or join that of their domain once their address is verified. */
export type Registered = { user: UserRow; organization: Joined | null };
export type AccountRefusal = Refusal<
  | 'EMAIL_TAKEN'
  | 'USERNAME_TAKEN'
  | 'INVITE_INVALID'
  | 'INVITE_EMAIL_MISMATCH'
  | 'EMAIL_DOMAIN_NOT_ALLOWED'
  | 'EMAIL_NOT_VERIFIED'
>;

/** `isProven`: they have shown that they read mail at the address. One that needs no proof counts as verified, too. */
type Proof = {
  /** Of an account whose passkey was made before it. */
  id?: string | undefined;
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  isProven: boolean;
  /** What they register with. */
  method: string;
  rules: Pick<EntryRules, 'system' | 'organization'>;
};

/** Creates the user and the organization, or neither. Refuses before anything is written. */
export async function createAccount(
  context: OpenContext,
  tx: Tx,
  input: Registration,
  { id = uuidv7(), isProven, rules, method, ...proof }: Proof,
): Promise<Registered | AccountRefusal> {
  const { origin } = context;
  const invite = input.inviteToken
    ? await usableInvite(tx, input.inviteToken, input.email, origin.now)
    : undefined;
  if (isRefusal(invite)) return invite;
  const isVerified = proof.emailVerifiedAt !== null;
  const domains = commonDomains(rules.system, rules.organization);
  const refused = invite
    ? refuseJoining(domains, invite, { email: input.email, isVerified })
    : refuseDomain(domains, input.email);
  if (refused) return refused;
  const emailVerifiedAt = invite?.provesMailbox ? origin.now : proof.emailVerifiedAt;
  const { email, username = null, firstName = null, lastName = null } = input;
  const names = { username, firstName: firstName || null, lastName: lastName || null };
  const locale = origin.chosenLocale?.() ?? null;
  const made = { emailVerifiedAt, locale, role: 'USER', now: origin.now } as const;
  const account = { id, email, ...names, ...proof, ...made };
  const fresh = await insertUser(tx, account);
  if (!fresh) return (await refuseTaken(tx, input, origin.now)) ?? refuse('EMAIL_TAKEN');
  const invitation = invite && { organizationId: invite.organization.id, role: invite.role };
  const { organizationName } = input;
  const inserted = await heedRegistration(context, tx, fresh, { method, organizationName, invitation });

  if (invite)
    return joinAsNew(tx, inserted, { ...invite.organization, by: { kind: 'invitation', invite } }, origin);
  if (organizationName) {
    const organization = await insertUnderFreeSlug(tx, organizationName, origin.now);
    return joinAsNew(tx, inserted, { ...organization, by: { kind: 'creation', organization } }, origin);
  }
  tx.send(record(tx, origin, { action: 'AUTH_REGISTER', user: inserted, metadata: {} }));
  const user = isProven ? await joinByDomain(tx, inserted, origin) : inserted;
  return { user, organization: await joinedBy(tx, user) };
}

async function joinedBy(tx: Tx, { id: userId, organizationId }: UserRow): Promise<Joined | null> {
  const joined = organizationId ? await findMembership(tx, userId, organizationId) : undefined;
  return joined ? { id: joined.id, name: joined.name, slug: joined.slug, role: joined.role } : null;
}

async function joinAsNew(
  tx: Tx,
  account: UserRow,
  { id: organizationId, name, slug, by }: OrganizationRow & { by: JoinedBy },
  origin: RequestOrigin,
): Promise<Registered> {
  const role = rankBy(by);
  const metadata = { organizationId, organizationRole: role };
  tx.send(record(tx, origin, { action: 'AUTH_REGISTER', user: { ...account, ...metadata }, metadata }));
  const user = await join(tx, { user: account, organization: organizationId, by, isMapped: false }, origin);
  return { user, organization: { id: organizationId, name, slug, role } };
}

/**
 * A new account needs an organization or an invitation, unless people don't create organizations here, or may join one
 * by their address.
 */
export async function refuseOrganization(
  { config, sql }: { config: Pick<Config, 'organizationCreation'>; sql: Db },
  { email, organizationName, inviteToken }: Registration,
): Promise<Refusal<'PERMISSION_DENIED' | 'VALIDATION_FAILED'> | undefined> {
  if (!config.organizationCreation) return organizationName ? refuse('PERMISSION_DENIED') : undefined;
  if (organizationName || inviteToken || (await mayJoinByDomain(sql, email))) return undefined;
  const missing = [oneOrganization];
  return refuse('VALIDATION_FAILED', { details: { organizationName: missing, inviteToken: missing } });
}

/** Whether another account has the email or the username. */
export async function refuseTaken(
  db: Db,
  input: Registration,
  now: Date,
): Promise<Refusal<'EMAIL_TAKEN' | 'USERNAME_TAKEN'> | undefined> {
  const { email, username = null } = input;
  const taken = await findTaken(db, { email, username }, now);
  if (taken.email) return refuse('EMAIL_TAKEN');
  return taken.username ? refuse('USERNAME_TAKEN') : undefined;
}

const inviteFaults = {
  unknown: 'INVITE_INVALID',
  expired: 'INVITE_INVALID',
  otherEmail: 'INVITE_EMAIL_MISMATCH',
} as const;

async function usableInvite(
  tx: Db,
  token: string,
  email: string,
  now: Date,
): Promise<LockedInvite | Refusal<'INVITE_INVALID' | 'INVITE_EMAIL_MISMATCH'>> {
  const invite = checkInvite(await lockInvite(tx, sha256(token)), email, now);
  return typeof invite === 'string' ? refuse(inviteFaults[invite]) : invite;
}

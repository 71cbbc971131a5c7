import type { ApiKeyPermission, Permission, SystemRole } from '@latchkey/contract';
import type { LimitResult } from '../../platform/limits/limiter.ts';
import { fromCommandLine, type Origin } from '../../records/origin.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { Deps, OpenContext } from '../deps.ts';
import type { JudgedSignIn, Verdict } from '../policies/judge.ts';
import type { PersonPolicies } from '../policies/policy-store.ts';
import type { FoundKey } from './organization-key-store.ts';
import type { TeamRoles } from './team-roles.ts';

export type Ending =
  | { action: 'ADMIN_IMPERSONATION_EXPIRED' }
  | { action: 'ADMIN_IMPERSONATION_END'; reason: EndReason };

export type EndReason =
  | 'exit'
  | 'logout'
  | 'target_deleted'
  | 'target_deactivated'
  | 'target_promoted'
  | 'target_out_of_reach'
  | 'admin_demoted'
  | 'admin_without_two_factor';

/** A user with everything that the roles that count for them permit, including inherited permissions. */
export type Holder = {
  user: Pick<UserRow, 'id' | 'organizationId' | 'organizationRole'>;
  permissions: readonly string[];
};

type Person = Holder & {
  user: UserRow;
  /** All that their roles name, even what counts for nothing without another permission. */
  held: readonly string[];
  organization: { id: string; name: string; slug: string } | null;
  /** What they hold there of roles of organizations. It means something to the team's application only. */
  team: TeamRoles;
  /** As JSON. Null if there is none. */
  publicMetadata: string | null;
  /** The address they asked for, until they verify it or its time is up. */
  pending: { email: string; until: Date } | null;
  /** True if they must set up two-factor before they can use what their roles permit. */
  mustSetUpTwoFactor: boolean;
  /** The policies that apply to them, and what those make of this request. */
  policies: PersonPolicies | null;
  verdict: Verdict;
  /** See `CallerRow`. */
  concerns: readonly string[];
  /** When the session, token or key ends. Null: never. */
  endsAt: Date | null;
};

/** The person who is calling, looked up for each request: nothing here outlives a revocation. */
export type Caller = SessionCaller | TokenCaller | KeyCaller;
/** A person, or a program of an organization. */
export type AnyCaller = Caller | OrganizationKeyCaller;

/** A browser, by its cookie. */
export type SessionCaller = Person & {
  kind: 'session';
  sessionId: string;
  /** Set while an ADMIN acts as `user`: the session is the ADMIN's, everything else is the user's, unless it is over. */
  impersonation: Impersonation | null;
} & SignedIn;
export type TokenCaller = Person & { kind: 'accessToken'; sessionId: string } & SignedIn;
/** How a session began. */
type SignedIn = {
  signIn: JudgedSignIn;
};
/** What the key itself may do; its owner's permissions limit it further. */
type KeyCaller = Person & {
  kind: 'apiKey';
  keyId: string;
  keyPrefix: string;
  keyPermission: ApiKeyPermission;
  byConnection: boolean;
};

/** An organization's own key: no person is behind it. */
export type OrganizationKeyCaller = {
  kind: 'organizationKey';
  keyId: string;
  organization: { id: string; name: string; slug: string };
  key: FoundKey;
  /** Where the key's window stands after this request, once it is counted. Null: it has no limit. */
  window?: LimitResult | null;
};

/** The operator, at the command line. They may do everything, and still nothing that would break a rule. */
export type SystemCaller = { kind: 'system' };

export type { OpenContext };
/** What a verb gets in addition to its input. */
export type Context = OpenContext & { caller: Caller };
/** The same, for verbs that organizations' keys may also call. */
export type AnyContext = OpenContext & { caller: AnyCaller };
/** The same, for verbs that the command line also calls. */
export type ActorContext = { deps: Deps; caller: Caller | SystemCaller; origin: Origin };
/** The same, for verbs that check no permission: only the command line calls them. */
export type SystemContext = { deps: Deps; caller: SystemCaller; origin: Origin };

export function atCommandLine(deps: Deps, via?: 'cli' | 'config'): SystemContext {
  return { deps, caller: { kind: 'system' }, origin: fromCommandLine(deps, via) };
}

/** The ADMIN behind an impersonated caller. */
export type Impersonation = {
  originalUserId: string;
  originalEmail: string;
  originalRole: SystemRole;
  originalOrganizationId: string | null;
  targetUserId: string;
  /** The address the target had at the start, for the audit trail. Empty once the target was erased. */
  targetEmail: string;
  /** Where the trail is filed: the target's organization, or the ADMIN's own once there is no target left. */
  targetOrganizationId: string | null;
  startedAt: Date;
  /** Why it can't go on. The caller is the ADMIN then, and may only exit or log out. */
  over: Ending | null;
};

export function adminBehind(impersonation: Impersonation) {
  const { originalUserId, originalEmail, originalOrganizationId } = impersonation;
  return { id: originalUserId, email: originalEmail, organizationId: originalOrganizationId };
}

/** The current session. An API key has none. */
export function sessionIdOf(caller: Caller): string | null {
  return caller.kind === 'apiKey' ? null : caller.sessionId;
}

export function impersonationOf(caller: AnyCaller): Impersonation | null {
  return caller.kind === 'session' ? caller.impersonation : null;
}

/**
 * The identity provider that began the session. It speaks for the person in its organization, and proves nothing of what
 * is their own. Null: the person began it.
 */
export function connectionOf(caller: Caller): string | null {
  return (caller.kind !== 'apiKey' && caller.signIn.connectionId) || null;
}

/** The same of the session, or the one that made the key. */
export function isVouched(caller: Caller): boolean {
  return caller.kind === 'apiKey' ? caller.byConnection : connectionOf(caller) !== null;
}

/** Their row as it is now, in the organization that the request is about. */
export function seenBy<Row extends UserRow>({ user }: Caller, row: Row): Row {
  const { organizationId, organizationRole } = user;
  return { ...row, organizationId, organizationRole };
}

/** The organization a request is about, for a person their own. */
export function organizationIdOf(caller: AnyCaller): string | null {
  return caller.kind === 'organizationKey' ? caller.organization.id : caller.user.organizationId;
}

/** Whether this is the caller's own account, or that of the ADMIN who acts as the caller. */
export function isOwn(caller: Caller, userId: string): boolean {
  return caller.user.id === userId || impersonationOf(caller)?.originalUserId === userId;
}

/** Whom an audit entry names as the actor. The operator and an organization's key have no name. */
export function actorOf(caller: AnyCaller | SystemCaller): UserRow | null {
  return caller.kind === 'system' || caller.kind === 'organizationKey' ? null : caller.user;
}

/** Who may give and take what they hold. */
export type Giver = Pick<Holder, 'permissions'> | SystemCaller;

export function may(giver: Giver, permission: Permission): boolean {
  return holds(giver, permission);
}

/** The same for permissions that only an application knows. */
export function holds(giver: Giver, permission: string): boolean {
  return 'permissions' in giver ? giver.permissions.includes(permission) : giver.kind === 'system';
}

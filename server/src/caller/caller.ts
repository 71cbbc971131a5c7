import type { ApiKeyPermission, Permission, SystemRole } from '@latchkey/contract';
import type { UserRow } from '../accounts/user-store.ts';
import type { Deps, OpenContext } from '../deps.ts';
import { fromCommandLine, type Origin } from '../origin.ts';

/** A user with all that their roles permit, inherited permissions included. */
export type Holder = { user: UserRow; permissions: readonly string[] };

type Person = Holder & {
  organization: { id: string; name: string; slug: string } | null;
  /** As JSON, where there is any. */
  publicMetadata: string | null;
  /** True: before anything their roles permit, they set up two-factor. */
  mustSetUpTwoFactor: boolean;
};

/** Whoever a request speaks for, resolved afresh each time: nothing here outlives a revocation. */
export type Caller = SessionCaller | TokenCaller | KeyCaller;

/** A browser, by its cookie. */
export type SessionCaller = Person & {
  kind: 'session';
  sessionId: string;
  /** Set while an ADMIN acts as `user`: the session is the ADMIN's, everything else is the user's. */
  impersonation: Impersonation | null;
};
export type TokenCaller = Person & { kind: 'accessToken'; sessionId: string };
/** What the key itself may do; its owner's permissions bound it further. */
type KeyCaller = Person & { kind: 'apiKey'; keyPermission: ApiKeyPermission };

/** Whoever runs the service, at its command line. */
export type SystemCaller = { kind: 'system' };

export type { OpenContext };
/** What a verb works with, besides its input. */
export type Context = OpenContext & { caller: Caller };
/** The same for verbs that the command line calls, too. */
export type ActorContext = { deps: Deps; caller: Caller | SystemCaller; origin: Origin };
/** The same for verbs that ask nobody for a permission: the command line alone has them. */
export type SystemContext = { deps: Deps; caller: SystemCaller; origin: Origin };

export function atCommandLine(deps: Deps): SystemContext {
  return { deps, caller: { kind: 'system' }, origin: fromCommandLine(deps.clock.now()) };
}

/** The ADMIN behind an impersonated caller. */
export type Impersonation = {
  originalUserId: string;
  originalEmail: string;
  originalRole: SystemRole;
  originalOrganizationId: string | null;
  targetUserId: string;
  /** The address the target had at the start, for the audit trail. */
  targetEmail: string;
  /** Where the trail is filed: the target's organization, or the ADMIN's own once there is no target left. */
  targetOrganizationId: string | null;
  startedAt: Date;
};

export function adminBehind(impersonation: Impersonation) {
  const { originalUserId, originalEmail, originalOrganizationId } = impersonation;
  return { id: originalUserId, email: originalEmail, organizationId: originalOrganizationId };
}

/** The session at hand. An API key has none. */
export function sessionIdOf(caller: Caller): string | null {
  return caller.kind === 'apiKey' ? null : caller.sessionId;
}

export function impersonationOf(caller: Caller): Impersonation | null {
  return caller.kind === 'session' ? caller.impersonation : null;
}

/** Whom an audit entry names as acting. Whoever runs the service is nobody in particular. */
export function actorOf(caller: Caller | SystemCaller): UserRow | null {
  return caller.kind === 'system' ? null : caller.user;
}

export function may(holder: Pick<Holder, 'permissions'>, permission: Permission): boolean {
  return holder.permissions.includes(permission);
}

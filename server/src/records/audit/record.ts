import {
  type ApiKey,
  type Application,
  type AuditAction,
  categoryOf,
  type Destination,
  type Domain,
  eventTypeOf,
  type Hook,
  type Invite,
  type Member,
  type Organization,
  type OrganizationKey,
  type ResourceOf,
  type Role,
  resourcesOf,
  type TeamRole,
  type User,
  type Webhook,
} from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db, Statement } from '../../platform/db/sql.ts';
import type { Origin } from '../origin.ts';
import { type PresentableUser, presentUser } from '../present-user.ts';
import { type EventBody, insertEntry } from './audit-store.ts';
import { type Change, tellChange } from './change.ts';

/** What an event is about, as the presenters show it. Nothing here depends on who is looking. */
type Resources = {
  user: User;
  organization: Omit<Organization, 'role' | 'memberCount'>;
  member: Member;
  invite: Omit<Invite, 'invitedBy'>;
  apiKey: ApiKey;
  organizationKey: OrganizationKey;
  role: Role;
  organizationRole: TeamRole;
  domain: Domain;
  webhook: Webhook;
  destination: Omit<Destination, 'status'>;
  hook: Hook;
  application: Application;
};

type Actor = { id: string; email: string; organizationId: string | null };

type Recorded<U> = {
  /** Of the entry and its event, if something must name it in the same transaction. */
  id?: string;
  /** The acting user; null is shown as System. */
  user: U | null;
  /** Where the entry is filed if not in the acting user's organization: what is done to a user belongs to theirs. */
  organizationId?: string | null;
  metadata?: Record<string, unknown>;
  /** The metadata then also says what differs. */
  change?: Change;
};

type Actions<R> = { [A in AuditAction]: [ResourceOf<A>] extends [R] ? A : never }[AuditAction];
type BareAction = Actions<never>;
type UserAction = Exclude<Actions<'user'>, BareAction>;

/** Something about a user: the acting one, unless `about` names another, or shows them after the change. */
export type UserEvent = Recorded<PresentableUser> & { action: UserAction; about?: Pick<Resources, 'user'> };
type BareEvent = Recorded<Actor> & { action: BareAction; about?: undefined };
type OtherEvent = {
  [A in Exclude<AuditAction, UserAction | BareAction>]: Recorded<Actor> & {
    action: A;
    about: Pick<Resources, ResourceOf<A>>;
  };
}[Exclude<AuditAction, UserAction | BareAction>];

export type AuditEvent = UserEvent | BareEvent | OtherEvent;

/**
 * The audit entry and the event that webhooks and the stream report, in one statement that can be sent along with
 * others. Runs in the transaction of what it records: the event shows its subject as of then.
 */
export function record(db: Db, origin: Origin, event: AuditEvent): Statement {
  const organizationId =
    event.organizationId === undefined ? (event.user?.organizationId ?? null) : event.organizationId;
  const told = event.change && tellChange(event.change);
  const metadata = { ...event.metadata, ...told, ...circumstances(origin) };
  return insertEntry(db, {
    id: event.id ?? uuidv7(),
    userId: event.user?.id ?? null,
    userEmail: event.user?.email ?? null,
    organizationId,
    action: event.action,
    category: categoryOf(event.action),
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent,
    metadata,
    createdAt: origin.now,
    event: bodyOf({ ...event, organizationId, metadata }, origin.now, origin),
  });
}

/** For a person who is erased: neither the entry nor its event says more of them than the id. */
export function recordErased(
  db: Db,
  { now }: Origin,
  { id: userId, organizationId }: Pick<Actor, 'id' | 'organizationId'>,
): Statement {
  const action = 'AUTH_ACCOUNT_DELETED';
  const type = eventTypeOf(action);
  const person = { id: userId };
  const data = { action, actor: person, organizationId, metadata: {}, user: person };
  return insertEntry(db, {
    id: uuidv7(),
    userId,
    userEmail: null,
    organizationId,
    action,
    category: categoryOf(action),
    ipAddress: null,
    userAgent: null,
    metadata: {},
    createdAt: now,
    event: { type, body: JSON.stringify({ type, timestamp: now.toISOString(), data }) },
  });
}

function circumstances({
  impersonatedBy,
  apiKeyId,
  applicationId,
  via,
  tokenId,
}: Origin): Record<string, unknown> {
  return {
    ...(impersonatedBy && { impersonatedBy }),
    ...(apiKeyId && { apiKeyId }),
    ...(applicationId && { applicationId }),
    ...(via && { via }),
    ...(tokenId && { tokenId }),
  };
}

type Told = AuditEvent & { organizationId: string | null; metadata: Record<string, unknown> };

/** The body that is signed and sent: the same bytes for every endpoint, retry and replay. */
export function bodyOf(event: Told, at: Date, rules: Pick<Origin, 'assumesVerified'> = {}): EventBody {
  const { action, user, organizationId, metadata } = event;
  const type = eventTypeOf(action);
  const actor = user && { id: user.id, email: user.email };
  const data = { action, actor, organizationId, metadata, ...aboutOf(event, rules) };
  return { type, body: JSON.stringify({ type, timestamp: at.toISOString(), data }) };
}

function aboutOf(
  event: AuditEvent,
  { assumesVerified }: Pick<Origin, 'assumesVerified'>,
): object | undefined {
  const about = subjectOf(event);
  if (!assumesVerified || !about || !('user' in about)) return about;
  return { ...about, user: { ...about.user, emailVerified: true } };
}

function subjectOf({ action, user, about }: AuditEvent): Partial<Resources> | undefined {
  if (about || !user || !isAboutUser(action)) return about;
  return { user: presentUser(user as PresentableUser, { forAdmin: false, rules: 'recorded' }) };
}

function isAboutUser(action: AuditAction): boolean {
  return resourcesOf(action).includes('user');
}

import type {
  ApiKey,
  Application,
  AuditAction,
  Invite,
  Member,
  Organization,
  ResourceOf,
  Role,
  User,
  Webhook,
} from '@latchkey/contract';
import type { PresentableUser } from '../present-user.ts';

/** What an event is about, as the presenters show it. Nothing here depends on who is looking. */
type Resources = {
  user: User;
  organization: Omit<Organization, 'role' | 'memberCount'>;
  member: Member;
  invite: Omit<Invite, 'invitedBy'>;
  apiKey: ApiKey;
  role: Role;
  webhook: Webhook;
  application: Application;
};

type Actor = { id: string; email: string; organizationId: string | null };

type Recorded<U> = {
  /** The acting user; null is shown as System. */
  user: U | null;
  /** Where the entry is filed if not in the acting user's organization: what is done to a user belongs to theirs. */
  organizationId?: string | null;
  metadata?: Record<string, unknown>;
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

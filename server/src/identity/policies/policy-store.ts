import type { Policy } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { type RequiredSso, requiredOfPerson } from './required-store.ts';

/** Whose policy: the service's if null. */
export type PolicyScope = { organizationId: string | null };

export type PolicyRow = Policy & {
  organizationId: string | null;
  version: number;
  twoFactorRequiredAt: Date | null;
  updatedAt: Date;
};

/**
 * The policies that apply to a row of `users u`, as JSON (`PersonPolicies`), for the statement that finds callers. Null if
 * there are none, and no organization of theirs requires single sign-on.
 */
export const policiesOfPerson = `(
  SELECT json_build_object(
           'connections', (
             SELECT coalesce(json_agg(x.organization_id), '[]') FROM sso_connections x
               JOIN organization_members y ON y.organization_id = x.organization_id
              WHERE y.user_id = u.id AND x.enabled),
           'set', coalesce(held.set, '[]'), 'required', asked.required)
    FROM (
      SELECT json_agg(json_build_object(
             'organizationId', p.organization_id,
             'twoFactorSince', greatest(p.two_factor_required_at, coalesce(m.joined_at, u.created_at)),
             'twoFactorRequired', p.two_factor_required, 'twoFactorGraceDays', p.two_factor_grace_days,
             'signInMethods', p.sign_in_methods, 'sessionMinutes', p.session_minutes, 'idleMinutes', p.idle_minutes,
             'recentProofMinutes', p.recent_proof_minutes, 'emailDomains', p.email_domains,
             'passwordStrength', p.password_strength, 'passwordBreachCheck', p.password_breach_check)) AS set
        FROM policies p LEFT JOIN organization_members m ON m.organization_id = p.organization_id AND m.user_id = u.id
       WHERE p.organization_id IS NULL OR m.user_id IS NOT NULL) AS held,
         (SELECT ${requiredOfPerson} AS required) AS asked
   WHERE held.set IS NOT NULL OR asked.required IS NOT NULL)`;

/** When a session was last used, as SQL: read only if some policy limits idle sessions, because it changes often. */
export const lastUseIfLimited = (column: string) =>
  `CASE WHEN (SELECT EXISTS (SELECT 1 FROM policies WHERE idle_minutes IS NOT NULL)) THEN ${column} END`;

/** A policy that applies to a person. `twoFactorSince`: when it began to ask them for a second factor. */
export type HeldPolicy = Policy & { organizationId: string | null; twoFactorSince: string | null };

/**
 * All the policies that apply to one person. `connections`: those of their organizations that have a connection for single
 * sign-on that is turned on. `required`: null if none of them requires one.
 */
export type PersonPolicies = { connections: string[]; set: HeldPolicy[]; required: RequiredSso | null };

const columns = (db: Db) => db`
  p.organization_id, p.version, p.two_factor_required, p.two_factor_grace_days, p.two_factor_required_at,
  p.sign_in_methods, p.session_minutes, p.idle_minutes, p.recent_proof_minutes, p.email_domains, p.password_strength,
  p.password_breach_check, p.updated_at`;

export async function findPolicy(
  db: Db,
  { organizationId }: PolicyScope,
  { locked = false } = {},
): Promise<PolicyRow | undefined> {
  const [row] = await db<PolicyRow[]>`
    SELECT ${columns(db)} FROM policies p WHERE p.organization_id IS NOT DISTINCT FROM ${organizationId}
    ${locked ? db`FOR UPDATE` : db``}`;
  return row;
}

/** The policies that apply to a person, as `policiesOfPerson` finds them. */
export async function findPoliciesOf(db: Db, userId: string): Promise<PersonPolicies | null> {
  const [row] = await db<{ policies: PersonPolicies | null }[]>`
    SELECT ${db.unsafe(policiesOfPerson)} AS policies FROM users u WHERE u.id = ${userId}`;
  return row?.policies ?? null;
}

/** Whether the organization, or any of them, has a connection for single sign-on that is turned on. */
export async function findConnectionUse(db: Db, { organizationId }: PolicyScope): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM sso_connections
     WHERE enabled AND organization_id = coalesce(${organizationId}, organization_id) LIMIT 1`;
  return rows.length > 0;
}

/** Undefined if another change came first: `based` is no longer the version, or there is a first version by now. */
export async function writePolicy(
  db: Db,
  { organizationId }: PolicyScope,
  change: { policy: Policy; based: number; now: Date },
): Promise<PolicyRow | undefined> {
  const { policy: to, based, now } = change;
  const [row] = await db<PolicyRow[]>`
    INSERT INTO policies AS p (
      organization_id, version, two_factor_required, two_factor_grace_days, two_factor_required_at, sign_in_methods,
      session_minutes, idle_minutes, recent_proof_minutes, email_domains, password_strength, password_breach_check,
      updated_at)
    VALUES (
      ${organizationId}, ${based + 1}, ${to.twoFactorRequired}, ${to.twoFactorGraceDays},
      ${to.twoFactorRequired ? now : null}, ${to.signInMethods}, ${to.sessionMinutes}, ${to.idleMinutes},
      ${to.recentProofMinutes}, ${to.emailDomains}, ${to.passwordStrength}, ${to.passwordBreachCheck}, ${now})
    ON CONFLICT (organization_id) DO UPDATE SET
      version = excluded.version, two_factor_required = excluded.two_factor_required,
      two_factor_grace_days = excluded.two_factor_grace_days,
      two_factor_required_at = CASE WHEN excluded.two_factor_required
                                    THEN coalesce(p.two_factor_required_at, excluded.two_factor_required_at) END,
      sign_in_methods = excluded.sign_in_methods, session_minutes = excluded.session_minutes,
      idle_minutes = excluded.idle_minutes, recent_proof_minutes = excluded.recent_proof_minutes,
      email_domains = excluded.email_domains, password_strength = excluded.password_strength,
      password_breach_check = excluded.password_breach_check, updated_at = excluded.updated_at
     WHERE p.version = ${based}
    RETURNING ${columns(db)}`;
  return row;
}

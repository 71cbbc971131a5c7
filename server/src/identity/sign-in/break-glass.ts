import type { Tx } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import type { PersonPolicies } from '../policies/policy-store.ts';
import { breakGlassOrganizations, refuseEverywhere } from '../policies/required-sso.ts';
import { findOtherOwners } from './break-glass-store.ts';
import { programsOf } from './devices.ts';

/** What was proven. Without `secondFactor`, only the first. */
export type Proof = {
  method: string;
  secondFactor?: string | undefined;
  by?: { connectionId: string } | undefined;
};

export type SsoRefusal = Refusal<'SSO_REQUIRED'>;

/** A password with a second factor, or a passkey. */
function breaksGlass({ method, secondFactor }: Proof): boolean {
  return method === 'passkey' || (method === 'password' && secondFactor !== undefined);
}

/** Where this sign-in counts as break-glass. Null: nowhere. */
export function breakGlassIn(
  { deps: { config } }: OpenContext,
  policies: PersonPolicies | null,
  proof: Proof,
): string[] | null {
  const places = breaksGlass(proof) ? breakGlassOrganizations(config, policies?.required) : [];
  return places.length > 0 ? places : null;
}

/** Refuses what proved who a person is, if single sign-on is required of them and no organization would let them in. */
export async function refuseBeyondSso(
  context: OpenContext,
  tx: Tx,
  { user, policies }: { user: UserRow; policies: PersonPolicies | null },
  proof: Proof,
): Promise<SsoRefusal | undefined> {
  const { deps, origin } = context;
  const began = {
    connectionId: proof.by?.connectionId,
    breakGlassIn: breakGlassIn(context, policies, proof),
  };
  const details = refuseEverywhere(deps.config, policies?.required, began);
  if (!details) return undefined;
  const { method } = proof;
  deps.metrics.signIns.inc({ method, outcome: 'failure' });
  const metadata = { method, reason: 'sso_required' };
  await record(tx, origin, { action: 'AUTH_LOGIN_FAILURE', user, metadata });
  return refuse('SSO_REQUIRED', { details });
}

/** Files it in each organization, and tells its other OWNERs. */
export async function reportBreakGlass(
  { deps, origin }: OpenContext,
  tx: Tx,
  { user, places }: { user: UserRow; places: readonly string[] },
  { method, sessionId }: { method: string; sessionId: string },
): Promise<void> {
  for (const organizationId of places) {
    const metadata = { method, sessionId };
    await record(tx, origin, { action: 'SECURITY_BREAK_GLASS_USED', user, organizationId, metadata });
    const { name, owners } = await findOtherOwners(tx, { organizationId, userId: user.id }, origin.now);
    for (const owner of owners)
      await mailUser(deps, tx, owner, {
        type: 'break_glass_used',
        organizationName: name,
        email: user.email,
        device: programsOf(origin.userAgent),
        ipAddress: origin.ipAddress,
        at: origin.now,
        link: `${deps.config.baseUrl}/organization`,
      });
  }
}

import { connectionOf, type SessionCaller } from '../../identity/caller/caller.ts';
import { standingIn } from '../../identity/caller/person.ts';
import { describeDevice } from '../../identity/sign-in/devices.ts';
import { networkOf } from '../../platform/address.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Told } from '../../platform/languages/told.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { holdMembership } from '../applications/application-store.ts';
import { openRequest, sealRequest } from './authorize-request.ts';
import { holdSession } from './code-store.ts';
import { addConsent } from './consent-store.ts';
import { hashesOf } from './device-start.ts';
import { decide, findAsked } from './device-store.ts';
import { findSessionProof } from './grant-store.ts';
import { amrOf } from './issue-tokens.ts';
import type { OidcContext } from './oidc-deps.ts';
import { choicesOf, type GrantOrganization, organizationOf } from './organization.ts';

/** What the page hands back with the answer. */
type DeviceRequest = { kind: 'device'; userId: string; id: string };

type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>;
type Unfit = 'NOT_A_MEMBER' | 'TWO_FACTOR_SETUP_REQUIRED' | 'SIGN_IN_METHOD_NOT_ALLOWED' | 'SSO_REQUIRED';
type Invalid = Refusal<'DEVICE_CODE_INVALID'>;

/** What a device asks for. A wrong code counts against the account, whatever address it comes from. */
export async function lookUpDeviceGrant(
  context: OidcContext,
  { userCode }: { userCode: string },
  tell: (text: Told) => string,
) {
  const { deps, caller, origin } = context;
  const limited = await countLookup(context);
  if (limited) return limited;
  const userHashes = hashesOf(deps.oidc, userCode);
  const asked = userHashes.length > 0 && (await findAsked(deps.sql, { userHashes }, origin.now));
  if (!asked || caller.kind !== 'session') return refuse('DEVICE_CODE_INVALID');
  const organization = await fitOrganization({ ...context, caller }, asked);
  if (isRefusal(organization)) return organization;
  const made: DeviceRequest = { kind: 'device', userId: caller.user.id, id: asked.id };
  const { applicationId: id, clientId, name, scopes, resource, ipAddress } = asked;
  const organizations = (await choicesOf(deps.sql, caller, aboutOf(asked))).map(({ id, name }) => ({
    id,
    name,
  }));
  const isShown = deps.config.severalOrganizations || organizations.length > 1;
  return {
    request: sealRequest(deps.oidc.requestKey, made),
    application: { id, clientId, name },
    scopes,
    resource,
    ...(isShown && { organizations }),
    requestedAt: asked.createdAt.toISOString(),
    ipAddress,
    sameNetwork: networkOf(ipAddress, 3) === networkOf(origin.ipAddress, 3),
    device: tell(describeDevice(asked.userAgent)),
  };
}

async function countLookup({ deps, caller }: OidcContext): Promise<Refusal<'RATE_LIMITED'> | undefined> {
  const key = `oidcDevice:user:${caller.user.id}`;
  const { limited, retryAfterSeconds } = await deps.limiter.check(key, deps.config.limits.oidcDevice);
  if (!limited) return undefined;
  deps.metrics.rateLimited.inc({ limit: 'oidcDevice' });
  return refuse('RATE_LIMITED', { retryAfterSeconds, details: { retryAfterSeconds } });
}

const aboutOf = ({ organizationId, askedOrganization }: Asked) => ({
  application: { organizationId },
  request: { organization: askedOrganization ?? undefined },
});

/** The organization that the tokens will be about, if nothing keeps this person from being signed in there by a device. */
async function fitOrganization(
  context: OidcContext & { caller: SessionCaller },
  asked: Asked,
  decision?: { organizationId?: string | undefined },
): Promise<GrantOrganization | null | Refusal<Unfit>> {
  const organization = await organizationOf(context.deps.sql, context.caller, {
    ...aboutOf(asked),
    decision,
  });
  if (organization === undefined) return refuse('NOT_A_MEMBER');
  const [organizationId, organizationRole] = [
    organization?.id ?? null,
    organization?.role ?? 'MEMBER',
  ] as const;
  const place = { organizationId, organizationRole };
  const { verdict, mustSetUpTwoFactor } = standingIn(context, context.caller, place);
  if (mustSetUpTwoFactor) return refuse('TWO_FACTOR_SETUP_REQUIRED');
  const { blocked } = verdict;
  return blocked ? refuse(blocked.code, blocked.details && { details: blocked.details }) : organization;
}

type Answer = { request: string; decision: 'allow' | 'deny'; organizationId?: string | undefined };

/** Checks everything again. Nothing is remembered: the next device asks, too. */
export async function decideDeviceGrant(
  context: OidcContext,
  { request, decision, organizationId }: Answer,
): Promise<Invalid | Refusal<Unfit | 'VALIDATION_FAILED'> | undefined> {
  const { deps, caller, origin } = context;
  const opened = openRequest<DeviceRequest>(deps.oidc.requestKey, 'device', caller.user.id, request);
  const asked = opened && (await findAsked(deps.sql, { id: opened.id }, origin.now));
  if (!asked || caller.kind !== 'session') return refuse('DEVICE_CODE_INVALID');
  const own = { ...context, caller };
  if (decision === 'deny') return settle(own, asked, 'denied', null);
  if (organizationId) {
    const choices = await choicesOf(deps.sql, caller, aboutOf(asked));
    if (!choices.some(({ id }) => id === organizationId))
      return refuse('VALIDATION_FAILED', { details: { organizationId: ['Choose one of those listed.'] } });
  }
  const organization = await fitOrganization(own, asked, { organizationId });
  return isRefusal(organization) ? organization : settle(own, asked, 'allowed', organization);
}

/** Writes the decision, what it grants and the entry that records it. */
async function settle(
  { deps, caller, origin }: OidcContext & { caller: SessionCaller },
  asked: Asked,
  state: 'allowed' | 'denied',
  organization: GrantOrganization | null,
): Promise<Invalid | undefined> {
  const { user, sessionId } = caller;
  const { id, applicationId, clientId, name, scopes } = asked;
  const [organizationId, organizationBound] = [organization?.id ?? null, organization?.isBound ?? false];
  const userId = user.id;
  return transact<Invalid | undefined>(deps, async (tx) => {
    if (organizationId && organizationBound && !(await holdMembership(tx, userId, organizationId)))
      return refuse('DEVICE_CODE_INVALID');
    // Locked in the same order as when a session ends.
    const proof = (await holdSession(tx, sessionId)) && (await findSessionProof(tx, sessionId));
    if (!proof) return refuse('DEVICE_CODE_INVALID');
    const { authenticatedAt: authTime, methods } = proof;
    const about = { organizationId, organizationBound, authTime, amr: amrOf(methods) };
    if (!(await decide(tx, { id, state, userId, sessionId, ...about }, origin.now)))
      return refuse('DEVICE_CODE_INVALID');
    if (state === 'denied') return undefined;
    const agreed = { userId, applicationId, organizationId, connectionId: connectionOf(caller), scopes };
    await addConsent(tx, { ...agreed, asked: false, now: origin.now });
    const metadata = { applicationId, clientId, name, scopes, sessionId, grant: 'device' };
    const there = { ...user, organizationId, organizationRole: organization?.role ?? 'MEMBER' } as const;
    await record(tx, origin, { action: 'AUTH_APP_AUTHORIZED', user: there, metadata });
    return undefined;
  });
}

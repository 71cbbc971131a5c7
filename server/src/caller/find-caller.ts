import { record } from '../audit/record.ts';
import type { Caller, Impersonation, OpenContext, SessionCaller, TokenCaller } from './caller.ts';
import { type CallerRow, findKeyCaller, findSessionCallers, type SessionCallerRow } from './caller-store.ts';
import { effectiveCaller } from './effective-caller.ts';
import { needsTwoFactorSetup } from './policy.ts';
import { hashOfKey } from './raw-key.ts';

export async function findCallerByKey(
  { deps, origin }: OpenContext,
  key: string,
): Promise<Caller | undefined> {
  const keyHash = hashOfKey(key);
  const row = keyHash && (await findKeyCaller(deps.sql, keyHash, origin.now));
  if (!row) return undefined;
  const { keyId, keyPrefix, keyPermission } = row;
  deps.lastUse.keys.note(keyId, origin.now);
  if (deps.config.auditApiKeyUse)
    await record(deps.sql, origin, { action: 'API_KEY_USED', user: row, metadata: { keyId, keyPrefix } });
  return { ...personOf(row, deps.config.twoFactorForAll), kind: 'apiKey', keyPermission };
}

/** The cookie speaks for whoever its session impersonates; an access token is always its owner's. */
export async function findCallerBySession(
  context: OpenContext,
  sessionId: string,
  kind: 'session' | 'accessToken',
): Promise<SessionCaller | TokenCaller | undefined> {
  const { deps, origin } = context;
  const rows = await findSessionCallers(deps.sql, sessionId, origin.now);
  const owner = rows.find((row) => row.ownsSession);
  if (!owner) return undefined;
  deps.lastUse.sessions.note(sessionId, origin.now);
  const { twoFactorForAll } = deps.config;
  const self = { ...personOf(owner, twoFactorForAll), sessionId };
  if (kind === 'accessToken') return { ...self, kind };
  const target = rows.find((row) => !row.ownsSession);
  const impersonation = impersonationIn(owner, target);
  const admin: SessionCaller = { ...self, kind, impersonation: null };
  if (!impersonation) return admin;
  return effectiveCaller(context, {
    admin,
    target: target && { ...personOf(target, twoFactorForAll), sessionId },
    impersonation,
  });
}

function personOf(row: CallerRow, twoFactorForAll: boolean) {
  const { organizationId, organizationName, organizationSlug, permissions } = row;
  const organization =
    organizationId && organizationName !== null && organizationSlug !== null
      ? { id: organizationId, name: organizationName, slug: organizationSlug }
      : null;
  const holder = { user: row, permissions };
  return { ...holder, organization, mustSetUpTwoFactor: needsTwoFactorSetup(holder, twoFactorForAll) };
}

function impersonationIn(
  owner: SessionCallerRow,
  target: SessionCallerRow | undefined,
): Impersonation | undefined {
  const { impersonatedUserId, impersonatedEmail, impersonationStartedAt } = owner;
  if (!impersonatedUserId || !impersonatedEmail || !impersonationStartedAt) return undefined;
  return {
    originalUserId: owner.id,
    originalEmail: owner.email,
    originalRole: owner.role,
    originalOrganizationId: owner.organizationId,
    targetUserId: impersonatedUserId,
    targetEmail: impersonatedEmail,
    targetOrganizationId: (target ?? owner).organizationId,
    startedAt: impersonationStartedAt,
  };
}

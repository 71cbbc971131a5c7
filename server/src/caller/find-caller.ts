import { needsTwoFactorSetup } from '../accounts/second-factor.ts';
import { record } from '../audit/record.ts';
import type { Config } from '../config.ts';
import type { Caller, Impersonation, OpenContext, SessionCaller, TokenCaller } from './caller.ts';
import {
  type CallerRow,
  impersonatedCallers,
  keyCallers,
  type SessionCallerRow,
  sessionCallers,
} from './caller-store.ts';
import { effectiveCaller } from './effective-caller.ts';
import { hashOfKey } from './raw-key.ts';

/** `again`: later in the same request. */
export async function findCallerByKey(
  { deps, origin }: OpenContext,
  key: string,
  { again = false } = {},
): Promise<Caller | undefined> {
  const keyHash = hashOfKey(key);
  const row = keyHash && (await deps.lookups.find(keyCallers, keyHash));
  if (!row || (row.keyExpiresAt && row.keyExpiresAt <= origin.now)) return undefined;
  const { keyId, keyPrefix, keyPermission } = row;
  deps.lastUse.keys.note(keyId, origin.now);
  if (deps.config.auditApiKeyUse && !again)
    await record(deps.sql, origin, { action: 'API_KEY_USED', user: row, metadata: { keyId, keyPrefix } });
  return { ...personOf(row, deps.config), kind: 'apiKey', keyId, keyPermission };
}

/** The cookie acts as the user its session impersonates; an access token always acts as its owner. */
export async function findCallerBySession(
  context: OpenContext,
  sessionId: string,
  kind: 'session' | 'accessToken',
): Promise<SessionCaller | TokenCaller | undefined> {
  const { deps, origin } = context;
  const owner = await deps.lookups.find(sessionCallers, sessionId);
  if (!owner || owner.sessionExpiresAt <= origin.now) return undefined;
  deps.lastUse.sessions.note(sessionId, origin.now);
  const { config } = deps;
  const self = personOf(owner, config);
  if (kind === 'accessToken') return { ...self, kind, sessionId };
  const admin: SessionCaller = { ...self, kind, sessionId, impersonation: null };
  if (!owner.impersonatedUserId) return admin;
  const target = await deps.lookups.find(impersonatedCallers, owner.impersonatedUserId);
  const impersonation = impersonationIn(owner, target);
  if (!impersonation) return admin;
  return effectiveCaller(context, {
    admin,
    target: target && { ...personOf(target, config), sessionId },
    impersonation,
  });
}

function personOf(row: CallerRow, config: Config) {
  const { organizationId, organizationName, organizationSlug, rolePermissions, furtherPermissions } = row;
  const organization =
    organizationId && organizationName !== null && organizationSlug !== null
      ? { id: organizationId, name: organizationName, slug: organizationSlug }
      : null;
  const permissions =
    furtherPermissions.length === 0
      ? rolePermissions
      : [...new Set([...rolePermissions, ...furtherPermissions])];
  const mustSetUpTwoFactor = needsTwoFactorSetup(config, { user: row, permissions });
  const { publicMetadata } = row;
  return { user: row, permissions, organization, publicMetadata, mustSetUpTwoFactor };
}

function impersonationIn(owner: SessionCallerRow, target: CallerRow | undefined): Impersonation | undefined {
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

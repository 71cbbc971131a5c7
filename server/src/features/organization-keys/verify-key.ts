import type { KeyVerdict, KeyVerification } from '@latchkey/contract';
import type { OpenContext, OrganizationKeyCaller } from '../../identity/caller/caller.ts';
import {
  countUse,
  endOf,
  findOrganizationKey,
  isAllowedFrom,
} from '../../identity/caller/organization-key.ts';
import type { FoundKey } from '../../identity/caller/organization-key-store.ts';
import type { LimitResult } from '../../platform/limits/limiter.ts';

type VerifyContext = OpenContext & { caller: OrganizationKeyCaller };
type Asked = { key: string; scopes?: string[] | undefined; ipAddress?: string | undefined };

/** Judges a key that came with a customer's request to the team's own API. Nothing is written but its last use. */
export async function verifyKey(context: VerifyContext, asked: Asked): Promise<KeyVerification> {
  const { deps, caller, origin } = context;
  const key = await findOrganizationKey(deps, asked.key);
  if (key?.organizationId !== caller.organization.id) return notFound;
  const refused = refusalOf(key, asked, origin.now);
  const window = refused ? await countUse(deps, key, { look: true }) : await countedFor(context, key);
  const code = refused ?? (window?.limited ? 'RATE_LIMITED' : 'VALID');
  if (code === 'VALID') deps.lastUse.organizationKeys.note(key.keyId, origin.now);
  return present(key, code, window);
}

/** Why the key is no good for this request, apart from its limit. */
function refusalOf(key: FoundKey, { scopes = [], ipAddress }: Asked, now: Date): KeyVerdict | undefined {
  const ended = endOf(key, now);
  if (ended) return ended;
  if (!isAllowedFrom(key, ipAddress)) return 'FORBIDDEN_NETWORK';
  return scopes.every((scope) => key.scopes.includes(scope)) ? undefined : 'INSUFFICIENT_SCOPES';
}

/** A key that verifies itself has been counted: a request counts once. */
function countedFor({ deps, caller }: VerifyContext, key: FoundKey): Promise<LimitResult | null> {
  return key.keyId === caller.keyId && caller.window !== undefined
    ? Promise.resolve(caller.window)
    : countUse(deps, key);
}

const notFound: KeyVerification = {
  valid: false,
  code: 'NOT_FOUND',
  keyId: null,
  name: null,
  externalId: null,
  metadata: null,
  scopes: null,
  expiresAt: null,
  rateLimit: null,
};

function present(key: FoundKey, code: KeyVerdict, window: LimitResult | null): KeyVerification {
  const { keyId, name, externalId, metadata, scopes, expiresAt } = key;
  return {
    valid: code === 'VALID',
    code,
    keyId,
    name,
    externalId,
    metadata: JSON.parse(metadata) as Record<string, unknown>,
    scopes,
    expiresAt: expiresAt?.toISOString() ?? null,
    rateLimit: window && {
      limit: window.limit,
      remaining: window.remaining,
      resetAt: window.resetAt.toISOString(),
    },
  };
}

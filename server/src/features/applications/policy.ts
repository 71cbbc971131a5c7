import type { ApplicationKind } from '@latchkey/contract';
import type { ApplicationFields } from './application-store.ts';

/** SPAs and native applications run where their users can read them, so they can't keep a secret. */
export function isPublic({ kind }: { kind: ApplicationKind }): boolean {
  return kind === 'spa' || kind === 'native';
}

/** Fields that contradict each other. */
export function contradictionsIn(
  fields: ApplicationFields & { kind: ApplicationKind },
): Record<string, string[]> | undefined {
  const { kind, redirectUris, postLogoutRedirectUris, requirePkce } = fields;
  const faults: Record<string, string[]> = {};
  if (kind === 'service' && redirectUris.length > 0) faults.redirectUris = ['A service signs no users in.'];
  if (kind !== 'service' && redirectUris.length === 0) faults.redirectUris = ['At least one is needed.'];
  if (kind !== 'native' && [...redirectUris, ...postLogoutRedirectUris].some(isOwnScheme))
    faults.redirectUris = ['Only native applications have a scheme of their own.'];
  if (isPublic({ kind }) && !requirePkce) faults.requirePkce = ['Public applications always need PKCE.'];
  return Object.keys(faults).length > 0 ? faults : undefined;
}

function isOwnScheme(uri: string): boolean {
  return !/^https?:\/\//i.test(uri);
}

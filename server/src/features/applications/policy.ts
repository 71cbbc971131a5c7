import type { ApplicationKind } from '@latchkey/contract';
import type { ApplicationFields, ApplicationRow } from './application-store.ts';

/** SPAs and native applications run where their users can read them, so they can't keep a secret. */
export function isPublic({ kind }: { kind: ApplicationKind }): boolean {
  return kind === 'spa' || kind === 'native';
}

/** Fields that contradict each other. */
export function contradictionsIn(
  fields: ApplicationFields & Pick<ApplicationRow, 'kind' | 'dynamic'>,
): Record<string, string[]> | undefined {
  const { kind, redirectUris, postLogoutRedirectUris, requirePkce, deviceGrant, dynamic } = fields;
  const faults: Record<string, string[]> = {};
  if (kind === 'service' && redirectUris.length > 0) faults.redirectUris = ['A service signs no users in.'];
  // A device that only shows a code has nowhere to be sent back to.
  if (kind !== 'service' && redirectUris.length === 0 && !deviceGrant)
    faults.redirectUris = ['At least one is needed.'];
  if (kind !== 'native' && [...redirectUris, ...postLogoutRedirectUris].some(isOwnScheme))
    faults.redirectUris = ['Only native applications have a scheme of their own.'];
  if (isPublic({ kind }) && !requirePkce) faults.requirePkce = ['Public applications always need PKCE.'];
  if (deviceGrant && kind === 'service') faults.deviceGrant = ['A service signs no users in.'];
  if (deviceGrant && dynamic) faults.deviceGrant = ['Not for applications that registered themselves.'];
  return Object.keys(faults).length > 0 ? faults : undefined;
}

function isOwnScheme(uri: string): boolean {
  return !/^https?:\/\//i.test(uri);
}

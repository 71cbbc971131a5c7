import { needsTwoFactorSetup } from '../accounts/second-factor.ts';
import { findGrant, type GrantRow } from './grant-store.ts';
import type { OpenOidcContext } from './parts.ts';

/** Also undefined while its user has to set up two-factor: that comes first, as before a code is issued. */
export async function findUsableGrant(
  { deps, origin }: OpenOidcContext,
  id: string,
): Promise<GrantRow | undefined> {
  const grant = await findGrant(deps.sql, id, origin.now);
  if (!grant) return undefined;
  const { permissions } = grant;
  return needsTwoFactorSetup(deps.config, { user: grant, permissions }) ? undefined : grant;
}

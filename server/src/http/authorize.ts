import { type Endpoint, hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import { type Caller, may, needsTwoFactorSetup } from '../auth/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** What the declaration says about this caller. Everything it refuses, it refuses before the body is read. */
export function authorize(route: Endpoint, caller: Caller, twoFactorForAll: boolean): Refusal | undefined {
  const setupBlocks = twoFactorForAll ? !route.beforeTwoFactorSetup : route.access.kind === 'permission';
  if (setupBlocks && holdsRole(route, caller) && needsTwoFactorSetup(caller, twoFactorForAll))
    return refuse('TWO_FACTOR_SETUP_REQUIRED');
  if (!holdsRole(route, caller)) return refuse('PERMISSION_DENIED');
  return undefined;
}

function holdsRole({ access }: Endpoint, caller: Caller): boolean {
  if (access.kind === 'permission')
    return may(caller, access.permission) || hasRank(caller, access.orOrganizationRole);
  return access.kind === 'organization' ? hasRank(caller, access.role) : true;
}

function hasRank(caller: Caller, needed: OrganizationRole | undefined): boolean {
  return (
    needed !== undefined &&
    caller.organization !== null &&
    hasOrganizationRank(caller.user.organizationRole, needed)
  );
}

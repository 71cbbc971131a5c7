import type { TeamRole } from '@latchkey/contract';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { ownRoutes } from './endpoints.ts';

/** The roles that the caller's organization can give. Empty for a MEMBER, who doesn't see them, and where none are in use. */
export function useTeamRoles(): TeamRole[] {
  const { organization } = useMe();
  const maySee = organization !== null && organization.role !== 'MEMBER';
  return useQuery({ ...ask(ownRoutes.list), enabled: maySee }).data?.roles ?? [];
}

import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Step } from './step.ts';

/** From an organization of one to a team. */
export function useOwnerSteps(): Step[] | undefined {
  const current = useQuery(ask('getOrganization'));
  const invites = useQuery(ask('listInvites', { query: { page: 1 } }));
  const policy = useQuery(ask('getOrganizationPolicy'));
  const connections = useQuery(ask('listConnections'));
  if ([current, invites, policy, connections].some(({ isLoading }) => isLoading)) return undefined;
  const isAlone = (current.data?.organization.memberCount ?? 1) < 2;
  const hasInvited = (invites.data?.invites.length ?? 0) > 0;
  return [
    { name: 'team', done: !isAlone || hasInvited, to: '/organization/invites' },
    { name: 'policy', done: (policy.data?.version ?? 0) > 0, to: '/organization/policy' },
    ...(connections.isError
      ? []
      : [
          {
            name: 'sso' as const,
            done: (connections.data?.connections.length ?? 0) > 0,
            to: '/organization/sso' as const,
          },
        ]),
  ];
}

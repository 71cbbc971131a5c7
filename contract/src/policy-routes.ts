import type { z } from 'zod';
import type { AccessChange } from './access-changes.ts';
import { endpoint } from './endpoint.ts';
import {
  PolicyBody,
  PolicyPreview,
  policyChange,
  policyPreview,
  SystemPolicyPreview,
} from './policy-shapes.ts';
import { ofOrganization, ofService, type Scope } from './scopes.ts';

type Preview<B extends z.ZodType> = { summary: string; body: B };
type Change = Omit<AccessChange, 'what'>;

function routesOf<B extends z.ZodType>(scope: Scope, change: Change, preview: Preview<B>) {
  const { base, whose, read, write, readErrors, writeErrors } = scope;
  const path = `${base}/policy` as const;
  return {
    get: endpoint({
      method: 'GET',
      path,
      summary: `Get the policy ${whose}`,
      access: read,
      responses: { 200: PolicyBody },
      errors: readErrors,
    }),
    update: endpoint({
      method: 'PATCH',
      path,
      summary: `Change the policy ${whose}`,
      access: write,
      changesAccess: [{ what: 'policy', ...change }],
      ...policyChange,
      errors: [
        'UNAUTHENTICATED',
        'PERMISSION_DENIED',
        ...writeErrors,
        'POLICY_CHANGED',
        'POLICY_LOCKS_YOU_OUT',
        'BREACH_CHECK_NOT_AVAILABLE',
      ],
    }),
    preview: endpoint({
      method: 'POST',
      path: `${path}/preview`,
      summary: preview.summary,
      access: write,
      changesAccess: [],
      ...policyPreview,
      responses: { 200: preview.body },
      errors: [...readErrors, 'BREACH_CHECK_NOT_AVAILABLE'],
    }),
  };
}

const ends = 'nothing at once; from the next request on, sessions that the policy refuses or limits';

/** The same routes twice: for the service's policy, and for an organization's. */
export const policyRoutes = {
  system: routesOf(
    {
      ...ofService,
      read: { kind: 'permission', permission: 'policies:read' },
      write: { kind: 'permission', permission: 'policies:write' },
    },
    { proof: '`policies:write` with `users:read`; a recent proof', ends: `${ends}, of everyone` },
    { summary: 'See how many people a policy of the service would affect', body: SystemPolicyPreview },
  ),
  organization: routesOf(
    {
      ...ofOrganization,
      read: { kind: 'organization', role: 'MEMBER' },
      write: { kind: 'organization', role: 'OWNER' },
    },
    { ends },
    { summary: 'See whom a policy of the organization would affect', body: PolicyPreview },
  ),
};

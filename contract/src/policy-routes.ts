import type { z } from 'zod';
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

function routesOf<B extends z.ZodType>(scope: Scope, preview: Preview<B>) {
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
      ...policyPreview,
      responses: { 200: preview.body },
      errors: [...readErrors, 'BREACH_CHECK_NOT_AVAILABLE'],
    }),
  };
}

/** The same routes twice: for the service's policy, and for an organization's. */
export const policyRoutes = {
  system: routesOf(
    {
      ...ofService,
      read: { kind: 'permission', permission: 'policies:read' },
      write: { kind: 'permission', permission: 'policies:write' },
    },
    { summary: 'See how many people a policy of the service would affect', body: SystemPolicyPreview },
  ),
  organization: routesOf(
    {
      ...ofOrganization,
      read: { kind: 'organization', role: 'MEMBER' },
      write: { kind: 'organization', role: 'OWNER' },
    },
    { summary: 'See whom a policy of the organization would affect', body: PolicyPreview },
  ),
};

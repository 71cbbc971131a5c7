import { endpoint } from './endpoint.ts';
import { PolicyBody, PolicyPreview, policyChange, policyPreview } from './policy-shapes.ts';

export const getOrganizationPolicy = endpoint({
  method: 'GET',
  path: '/api/organizations/current/policy',
  summary: "Get the policy of the caller's organization",
  access: { kind: 'organization', role: 'MEMBER' },
  responses: { 200: PolicyBody },
  errors: ['NO_ORGANIZATION'],
});

export const updateOrganizationPolicy = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current/policy',
  summary: "Change the policy of the caller's organization",
  access: { kind: 'organization', role: 'OWNER' },
  ...policyChange,
  errors: [
    'UNAUTHENTICATED',
    'PERMISSION_DENIED',
    'NO_ORGANIZATION',
    'ORGANIZATION_ROLE_TOO_LOW',
    'POLICY_CHANGED',
    'POLICY_LOCKS_YOU_OUT',
    'BREACH_CHECK_NOT_AVAILABLE',
  ],
});

export const previewOrganizationPolicy = endpoint({
  method: 'POST',
  path: '/api/organizations/current/policy/preview',
  summary: 'See whom a policy of the organization would affect',
  access: { kind: 'organization', role: 'OWNER' },
  ...policyPreview,
  responses: { 200: PolicyPreview },
  errors: ['NO_ORGANIZATION', 'BREACH_CHECK_NOT_AVAILABLE'],
});

export const organizationPolicyEndpoints = {
  getOrganizationPolicy,
  updateOrganizationPolicy,
  previewOrganizationPolicy,
};

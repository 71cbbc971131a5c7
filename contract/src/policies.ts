import { endpoint } from './endpoint.ts';
import { PolicyBody, policyChange, policyPreview, SystemPolicyPreview } from './policy-shapes.ts';

export const getPolicy = endpoint({
  method: 'GET',
  path: '/api/admin/policy',
  summary: 'Get the policy of the service',
  access: { kind: 'permission', permission: 'policies:read' },
  responses: { 200: PolicyBody },
});

export const updatePolicy = endpoint({
  method: 'PATCH',
  path: '/api/admin/policy',
  summary: 'Change the policy of the service',
  access: { kind: 'permission', permission: 'policies:write' },
  ...policyChange,
  errors: [
    'UNAUTHENTICATED',
    'PERMISSION_DENIED',
    'POLICY_CHANGED',
    'POLICY_LOCKS_YOU_OUT',
    'BREACH_CHECK_NOT_AVAILABLE',
  ],
});

export const previewPolicy = endpoint({
  method: 'POST',
  path: '/api/admin/policy/preview',
  summary: 'See how many people a policy of the service would affect',
  access: { kind: 'permission', permission: 'policies:write' },
  ...policyPreview,
  responses: { 200: SystemPolicyPreview },
  errors: ['BREACH_CHECK_NOT_AVAILABLE'],
});

export const policyEndpoints = { getPolicy, updatePolicy, previewPolicy };

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PolicyBody, PolicyChange, PolicyPreview, SystemPolicyPreview } from './policy-shapes.ts';

const change = {
  description:
    'Fields you leave out stay as they are. Send the version you read: if someone changed the policy meanwhile, you get ' +
    'a 409 with the current version. A policy that would refuse your own session is refused.',
  body: z.object({
    version: z.number('Must be a number.').int('Must be a whole number.').min(0, 'At least 0.'),
    policy: PolicyChange,
  }),
  apiKey: false,
  impersonation: 'blocked',
  recent: true,
  responses: { 200: PolicyBody },
} as const;

const preview = {
  description: 'Takes the same policy as a change, and writes nothing.',
  body: z.object({ policy: PolicyChange }),
  apiKey: false,
  impersonation: 'blocked',
} as const;

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
  ...change,
  errors: [
    'UNAUTHENTICATED',
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
  ...preview,
  responses: { 200: PolicyPreview },
  errors: ['NO_ORGANIZATION', 'BREACH_CHECK_NOT_AVAILABLE'],
});

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
  ...change,
  errors: ['UNAUTHENTICATED', 'POLICY_CHANGED', 'POLICY_LOCKS_YOU_OUT', 'BREACH_CHECK_NOT_AVAILABLE'],
});

export const previewPolicy = endpoint({
  method: 'POST',
  path: '/api/admin/policy/preview',
  summary: 'See how many people a policy of the service would affect',
  access: { kind: 'permission', permission: 'policies:write' },
  ...preview,
  responses: { 200: SystemPolicyPreview },
  errors: ['BREACH_CHECK_NOT_AVAILABLE'],
});

export const policyEndpoints = {
  getOrganizationPolicy,
  updateOrganizationPolicy,
  previewOrganizationPolicy,
  getPolicy,
  updatePolicy,
  previewPolicy,
};

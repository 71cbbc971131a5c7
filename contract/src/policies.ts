import { policyRoutes } from './policy-routes.ts';

export const { get: getPolicy, update: updatePolicy, preview: previewPolicy } = policyRoutes.system;

export const {
  get: getOrganizationPolicy,
  update: updateOrganizationPolicy,
  preview: previewOrganizationPolicy,
} = policyRoutes.organization;

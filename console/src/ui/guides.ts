/** The document at /docs that explains each page of the console. */
const guides: Record<string, string> = {
  '/': 'guides/add-login',
  '/profile': 'guides/answer-a-data-request',
  '/profile/security': 'guides/sign-in-providers',
  '/profile/api-keys': 'guides/protect-an-api',
  '/profile/applications': 'oidc',
  '/organization': 'guides/several-organizations',
  '/organization/members': 'guides/invite-a-team',
  '/organization/invites': 'guides/invite-a-team',
  '/organization/keys': 'guides/issue-api-keys',
  '/organization/directory': 'scim',
  '/organization/policy': 'guides/set-policies',
  '/organization/roles': 'guides/permissions',
  '/organization/sso': 'sso',
  '/organization/webhooks': 'webhooks',
  '/admin/users': 'guides/move-users',
  '/admin/organizations': 'guides/several-organizations',
  '/admin/policy': 'guides/set-policies',
  '/admin/roles': 'guides/protect-an-api',
  '/admin/organization-roles': 'guides/permissions',
  '/admin/audit-logs': 'audit-trail',
  '/admin/emails': 'operations',
  '/admin/applications': 'oidc',
  '/admin/webhooks': 'webhooks',
  '/admin/checks': 'guides/check-callers-locally',
};

export const guideOf = (path: string): string | undefined => guides[path.replace(/(?<=.)\/$/, '')];

/** The document at /docs that explains each page of the console. */
const guides: Record<string, string> = {
  '/': 'guides/add-login',
  '/profile': 'guides/answer-a-data-request',
  '/account': 'guides/answer-a-data-request',
  '/profile/security': 'guides/sign-in-providers',
  '/profile/api-keys': 'guides/protect-an-api',
  '/profile/applications': 'oidc',
  '/organization': 'guides/several-organizations',
  '/organization/branding': 'guides/branding',
  '/organization/members': 'guides/invite-a-team',
  '/organization/invites': 'guides/invite-a-team',
  '/organization/keys': 'guides/issue-api-keys',
  '/organization/directory': 'scim',
  '/organization/policy': 'guides/set-policies',
  '/organization/roles': 'guides/permissions',
  '/organization/sso': 'sso',
  '/organization/webhooks': 'webhooks',
  '/organization/destinations': 'destinations',
  '/admin/users': 'guides/move-users',
  '/admin/users/:id': 'guides/answer-a-data-request',
  '/admin/organizations': 'guides/several-organizations',
  '/admin/organizations/:id': 'guides/several-organizations',
  '/admin/policy': 'guides/set-policies',
  '/admin/roles': 'guides/protect-an-api',
  '/admin/organization-roles': 'guides/permissions',
  '/admin/audit-logs': 'audit-trail',
  '/admin/emails': 'operations',
  '/admin/applications': 'oidc',
  '/admin/webhooks': 'webhooks',
  '/admin/destinations': 'destinations',
  '/admin/hooks': 'hooks',
  '/admin/checks': 'guides/check-callers-locally',
  '/admin/settings': 'configuration',
};

/** A page about one thing ends in its id. */
export const guideOf = (path: string): string | undefined =>
  guides[path.replace(/(?<=.)\/$/, '').replace(/[0-9a-f-]{36}$/, ':id')];

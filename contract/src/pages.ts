/** The console's page paths. Emails, redirects and bookmarks rely on them. */
export const pagePaths = [
  '/',
  '/setup',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-email-change',
  '/cancel-deletion',
  '/email-code',
  '/sso',
  '/request-unlock',
  '/unlock-account',
  '/invite/:token',
  '/auth/two-factor',
  '/consent',
  '/device',
  '/signed-out',
  '/auth/oauth/link',
  '/auth/oauth/complete',
  '/profile',
  '/profile/security',
  '/profile/api-keys',
  '/profile/applications',
  '/organization',
  '/organization/branding',
  '/organization/members',
  '/organization/invites',
  '/organization/keys',
  '/organization/directory',
  '/organization/policy',
  '/organization/roles',
  '/organization/sso',
  '/organization/webhooks',
  '/admin/users',
  '/admin/organizations',
  '/admin/policy',
  '/admin/roles',
  '/admin/organization-roles',
  '/admin/audit-logs',
  '/admin/emails',
  '/admin/applications',
  '/admin/webhooks',
  '/admin/checks',
] as const;

/** Pages that people see without a session, and that load no texts but these. */
const signInPages: readonly string[] = pagePaths.slice(0, pagePaths.indexOf('/profile'));

export function isSignInPage(path: string): boolean {
  return signInPages.some((page) => page !== '/' && path.startsWith(page.replace(/:\w+$/, '')));
}

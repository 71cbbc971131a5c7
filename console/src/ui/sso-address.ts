/** The start of a single sign-on, as the service names it, with where to go afterwards. Undefined: none of ours. */
export function ssoAddress(redirectTo: unknown, returnTo: string | undefined): string | undefined {
  if (typeof redirectTo !== 'string' || !redirectTo.startsWith('/api/auth/sso/')) return undefined;
  const address = new URL(redirectTo, location.origin);
  if (returnTo) address.searchParams.set('returnTo', returnTo);
  return address.pathname + address.search;
}

/** What is wrong with a page's address for passkeys of this domain, in words. Undefined: nothing. */
export function addressObstacle(
  domain: string,
  { hostname, isSecureContext }: { hostname: string; isSecureContext: boolean },
): string | undefined {
  if (hostname !== domain && !hostname.endsWith(`.${domain}`))
    return `Passkeys work at ${domain} only. This page is at ${hostname}.`;
  if (!isSecureContext) return 'Passkeys need HTTPS. Over plain HTTP, browsers allow them on localhost only.';
  return undefined;
}

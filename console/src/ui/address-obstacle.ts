/** Why passkeys of this domain don't work at a page's address, in words. Undefined: they do. */
export function addressObstacle(
  domain: string,
  { hostname, isSecureContext }: { hostname: string; isSecureContext: boolean },
): string | undefined {
  if (hostname !== domain && !hostname.endsWith(`.${domain}`))
    return `Passkeys work at ${domain} only. This page is at ${hostname}.`;
  if (!isSecureContext) return 'Passkeys need HTTPS. Over plain HTTP, browsers allow them on localhost only.';
  return undefined;
}

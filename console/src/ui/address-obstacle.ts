import { t } from '../language/texts.ts';
/** Why passkeys of this domain don't work at a page's address, in words. Undefined: they do. */
export function addressObstacle(
  domain: string,
  { hostname, isSecureContext }: { hostname: string; isSecureContext: boolean },
): string | undefined {
  if (hostname !== domain && !hostname.endsWith(`.${domain}`))
    return t('passkey.address', { domain, host: hostname });
  if (!isSecureContext) return t('passkey.insecure');
  return undefined;
}

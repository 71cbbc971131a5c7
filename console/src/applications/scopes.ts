import { mcpScopes, type OidcScope } from '@latchkey/contract';
import { branding } from '../branding.ts';
import { t } from '../language/texts.ts';

/** What an application learns or may do, worded for the person who is asked. */
const words: Record<OidcScope, () => string> = {
  openid: () => t('scopes.openid'),
  profile: () => t('scopes.profile'),
  email: () => t('scopes.email'),
  offline_access: () => t('scopes.offline_access'),
  organization: () => t('scopes.organization'),
  permissions: () => t('scopes.permissions', { product: branding.productName }),
};

export function scopeInWords(scope: string): string {
  if (mcpScopes.includes(scope)) return t('scopes.reading', { product: branding.productName, name: scope });
  return words[scope as OidcScope]?.() ?? scope;
}

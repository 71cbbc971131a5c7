import type { OidcScope, Permission } from '@latchkey/contract';
import { branding } from '../branding.ts';
import { t } from '../language/texts.ts';

/** What is read over MCP. */
type ReadingScope =
  | 'users:list'
  | Extract<Permission, `${string}:read`>
  | 'organization:read'
  | 'profile:read';

const product = () => ({ product: branding.productName });
/** What an application learns or may do, worded for the person who is asked. */
const words: Record<OidcScope | ReadingScope, () => string> = {
  openid: () => t('scopes.openid'),
  profile: () => t('scopes.profile'),
  email: () => t('scopes.email'),
  offline_access: () => t('scopes.offline_access'),
  organization: () => t('scopes.organization'),
  permissions: () => t('scopes.permissions', product()),
  'users:list': () => t('scopes.users:list', product()),
  'users:read': () => t('scopes.users:read', product()),
  'roles:read': () => t('scopes.roles:read', product()),
  'audit:read': () => t('scopes.audit:read', product()),
  'emails:read': () => t('scopes.emails:read', product()),
  'organizations:read': () => t('scopes.organizations:read', product()),
  'policies:read': () => t('scopes.policies:read', product()),
  'applications:read': () => t('scopes.applications:read', product()),
  'webhooks:read': () => t('scopes.webhooks:read', product()),
  'hooks:read': () => t('scopes.hooks:read', product()),
  'checks:read': () => t('scopes.checks:read', product()),
  'organization:read': () => t('scopes.organization:read'),
  'profile:read': () => t('scopes.profile:read'),
};

/** As it is called, if it has no words of ours. */
export const scopeInWords = (scope: string): string => words[scope as keyof typeof words]?.() ?? scope;
